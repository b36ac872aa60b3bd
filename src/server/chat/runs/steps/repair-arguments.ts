import { isList, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'
import { parseFaultyObject } from '../../../json/repair-json.ts'

export const isJsonObject = (text: string): boolean =>
  // The check for a closing brace avoids parsing incomplete pieces.
  /^\s*\{/.test(text) && /\}\s*$/.test(text) && isRecord(tryParseAnswer(text))

/**
 * Repairs the arguments of a tool call if the result is unambiguous. Models put arguments in code
 * fences or lists, encode them twice, repeat them, or make typical mistakes in JSON.
 * @param lastWhole last piece, if each piece repeated the previous pieces.
 * @returns the text unchanged if it cannot be repaired.
 */
export function repairArguments(text: string, lastWhole?: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || isJsonObject(trimmed)) return trimmed || text
  if (/^(?:null|none|undefined|""|\[\])$/i.test(trimmed)) return '{}'
  const bare = withoutEmpty(
    trimmed
      .replace(/^```\w*\s*/, '')
      .replace(/(?<!\s)\s*```$/, '')
      .replace(/^json\s*(?=[{"])/i, '')
      // Servers that join pieces write such words for missing text.
      .replace(/^(?:null|undefined|None|"")\s*(?=\{)/, '')
      .replace(/(?<=\})\s{0,20}(?:<\/?[|\w]{1,40}\|?>\s{0,20}){1,4}$/, ''),
  )
  const candidates = [
    bare,
    decoded(bare),
    lastWhole,
    half(bare),
    firstObject(bare),
    // Some servers lose the first piece of the arguments.
    ...['{', '{"'].map((first) => first + bare),
    corrected(bare),
    bare.includes('"') ? undefined : corrected(withoutEntities(bare)),
  ]
  return candidates.find((one) => one !== undefined && isJsonObject(one)) ?? text
}

function corrected(text: string): string | undefined {
  const value = parseFaultyObject(text)
  return value && JSON.stringify(value)
}

const withoutEntities = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);|&apos;/gi, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

function withoutEmpty(text: string): string {
  let rest = text
  while (/^\{\}\s*\{/.test(rest)) rest = rest.slice(2).trimStart()
  while (rest.endsWith('{}') && rest.length > 2 && isJsonObject(rest.slice(0, -2)))
    rest = rest.slice(0, -2).trimEnd()
  return rest
}

function decoded(text: string): string | undefined {
  let value: unknown = text
  for (let times = 0; times < 4; times++) {
    if (isList(value) && value.length === 1) [value] = value
    if (isRecord(value)) return JSON.stringify(value)
    if (typeof value !== 'string') return undefined
    value = tryParseAnswer(value)
  }
  return undefined
}

function half(text: string): string | undefined {
  const first = text.slice(0, text.length / 2)
  return first + first === text ? first : undefined
}

function firstObject(text: string): string | undefined {
  if (!/^\{.*[\]}]\s*$/s.test(text)) return undefined
  let first = text
  for (let times = 0; times < 3; times++) {
    first = first.slice(0, -1).trimEnd()
    if (isJsonObject(first)) return first
  }
  return undefined
}

const wrappers = ['arguments', 'parameters', 'params', 'args', 'kwargs', 'input']

/**
 * Returns the inner arguments if a model wrapped them, as in
 * `{"name":"calculate","arguments":{…}}`.
 * @param tool.properties of the tool's schema. A tool's own property is never unwrapped.
 */
export function unwrapArguments(
  text: string,
  { name, properties }: { name: string; properties: Fields | undefined },
): string {
  const known = [...wrappers, name]
  if (!properties || !known.some((one) => text.includes(one))) return text
  const outer = tryParseAnswer(text)
  if (!isRecord(outer)) return text
  const keys = Object.keys(outer)
  const wrapper = known.find((one) => keys.includes(one))
  const others = keys.filter((one) => one !== wrapper)
  const isNamed = others.every(
    (one) => /^(?:name|tool|tool_name|function)$/.test(one) && ownValue(outer, one) === name,
  )
  if (wrapper === undefined || !isNamed || keys.some((one) => Object.hasOwn(properties, one)))
    return text
  const inner = ownValue(outer, wrapper)
  const given = typeof inner === 'string' ? inner : JSON.stringify(inner)
  return isJsonObject(given) ? given : text
}
