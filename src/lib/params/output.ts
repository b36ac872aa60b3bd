import { matches, TooMuchWorkError, Work } from './matches.ts'
import { asList, asText, asTexts } from '#lib/fields.ts'
import { ownValue } from '../own-value.ts'
import { asSchema, type Params, type ParamSchema } from './param-schema.ts'
import { readParams } from './read-part.ts'

export type Output = {
  formats: string[]
  note?: string
}

/**
 * Reads `x-output`, which contains the file formats of a model's output. `when` lists conditional
 * formats, and the first matching entry applies. `formatParam` names a param whose value is the
 * format.
 * @returns `undefined` if the schema has no `x-output`.
 */
export function readOutput(schema: ParamSchema, params: Params): Output | undefined {
  const rule = asSchema(schema['x-output'])
  if (!rule) return undefined
  const chosen = formatIn(rule, schema, params)
  if (chosen !== undefined) return { formats: [chosen], ...getNote(rule) }
  try {
    const work = new Work(schema)
    for (const entry of asList(rule['when']).map(asSchema)) {
      if (!entry || !matches(entry['if'] ?? true, params, work)) continue
      return { formats: asTexts(entry['formats']), ...getNote(entry) }
    }
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
  }
  const formats = asTexts(rule['formats'])
  return formats.length === 0 ? undefined : { formats, ...getNote(rule) }
}

function formatIn(
  rule: Readonly<Record<string, unknown>>,
  schema: ParamSchema,
  params: Params,
): string | undefined {
  const name = asText(rule['formatParam'])
  if (name === undefined) return undefined
  const value = ownValue(params, name) ?? readParams(schema).get(name)?.schema['default']
  return asText(value)?.toLowerCase()
}

const getNote = (rule: Readonly<Record<string, unknown>>): { note?: string } => {
  const note = asText(rule['note'])
  return note === undefined ? {} : { note }
}
