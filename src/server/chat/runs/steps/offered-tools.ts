import { asRecord, asString, type Fields } from '#lib/fields.ts'

/** Schemas of the params of the offered tools, by the name of the tool. */
export type OfferedTools = ReadonlyMap<string, Fields>

/** @param offered tools in OpenAI's format. */
export const toOfferedTools = (offered: readonly object[]): OfferedTools =>
  new Map(
    offered.map((tool) => {
      const { name, parameters } = asRecord(asRecord(tool)['function'])
      return [asString(name), asRecord(asRecord(parameters)['properties'])]
    }),
  )

/**
 * Returns the name of the offered tool that a model means. Servers leave marks of the model's own
 * format in names: `calculate<|channel|>commentary`, `functions.calculate:0`.
 * @returns the name without marks if no offered tool has it.
 */
export function findToolName(given: string, offered: OfferedTools): string {
  const name = given.trim()
  if (offered.has(name)) return name
  const bare = name
    .replace(/<[|｜].{0,200}$/su, '')
    .replace(/(?<=.):\d{1,4}$/, '')
    .replace(/^[\s"'`]{1,10}/, '')
    .replace(/[\s"'`()]{1,10}$/, '')
  const short = bare.replace(/^(?:functions|default_api|tools?)[.:/](?=.)/i, '')
  const last = bare.split(/[.:/]/).at(-1) ?? ''
  const found = [bare, short, last].find((one) => offered.has(one)) ?? findAlike(last, offered)
  return found ?? short
}

/**
 * Finds the only tool whose name equals the given name apart from capitals, hyphens and
 * underscores.
 */
function findAlike(name: string, offered: OfferedTools): string | undefined {
  const plain = toPlain(name)
  const [found, ...others] = [...offered.keys()].filter((one) => toPlain(one) === plain)
  return plain === '' || others.length > 0 ? undefined : found
}

const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/g, '')
