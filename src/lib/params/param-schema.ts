import { asList, asText, isRecord } from '#lib/fields.ts'
import { ownValue } from '../own-value.ts'

/**
 * Any JSON Schema object. Keywords are read one by one, so that an invalid keyword does not affect
 * the others.
 */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The params of one model: JSON Schema 2020-12 with `x-ui` hints for the form. */
export type ParamSchema = {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties: { readonly [name: string]: JsonSchema }
  readonly required?: readonly string[] | undefined
}

export type Params = { readonly [name: string]: unknown }

/** Returns `value` if it is a schema object, not a boolean schema. */
export const asSchema = (value: unknown): JsonSchema | undefined =>
  isRecord(value) ? value : undefined

export const getHints = (schema: JsonSchema): JsonSchema => asSchema(schema['x-ui']) ?? {}

export const getParamTitle = (schema: JsonSchema | undefined, name: string): string =>
  asText(schema?.['title']) ?? name

const isNull = (schema: unknown): boolean => asSchema(schema)?.['type'] === 'null'

/**
 * Reduces a schema for “T or null” to T. Handles `anyOf`, `oneOf`, `type` lists, `nullable: true`,
 * and `null` in an `enum`.
 */
export function foldNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const options = asList(schema[keyword])
    const others = options.filter((option) => !isNull(option))
    const only = asSchema(others[0])
    if (others.length === options.length || others.length !== 1 || !only) continue
    const { [keyword]: _folded, ...rest } = schema
    return { schema: { ...only, ...rest }, nullable: true }
  }
  const types = schema['type']
  const choices = schema['enum']
  const typeAllowsNull = Array.isArray(types) && types.includes('null')
  const enumAllowsNull = Array.isArray(choices) && choices.includes(null)
  if (!typeAllowsNull && !enumAllowsNull && schema['nullable'] !== true) {
    return { schema, nullable: false }
  }
  const folded: Record<string, unknown> = { ...schema }
  if (typeAllowsNull) {
    const left = types.filter((type) => type !== 'null')
    folded['type'] = left.length === 1 ? left[0] : left
  }
  if (enumAllowsNull) folded['enum'] = choices.filter((choice) => choice !== null)
  return { schema: folded, nullable: true }
}

/**
 * Returns the choices of a field with labels, from `enum`, or from `oneOf` or `anyOf` with `const`.
 * Returns `undefined` for a field without choices.
 */
export function getChoices(schema: JsonSchema): { value: unknown; label: string }[] | undefined {
  const labels = getHints(schema)['labels']
  const label = (value: unknown, title?: unknown): string =>
    (isRecord(labels) ? asText(ownValue(labels, String(value))) : undefined) ??
    asText(title) ??
    spaced(String(value))
  const values = schema['enum']
  if (Array.isArray(values)) return values.map((value) => ({ value, label: label(value) }))
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const options = asList(schema[keyword]).map(asSchema)
    if (options.length === 0 || !options.every((option) => option && 'const' in option)) continue
    return options.map((option) => ({
      value: option?.['const'],
      label: label(option?.['const'], option?.['title']),
    }))
  }
  return undefined
}

/**
 * Converts `original_image` to `Original image`. Words with digits or capitals (`v2.5`, `LowPoly`)
 * stay unchanged.
 */
function spaced(word: string): string {
  if (!/^[a-z][a-z]*([_ ][a-z]+)*$/.test(word)) return word
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')
}

/**
 * Returns the schema of a field's picture: an object with `file_token` or `url`, or a text with the
 * widget `image`. An optional picture is `anyOf: [picture, { maxProperties: 0 }]`.
 */
export function getPictureSchema(
  schema: JsonSchema,
): { schema: JsonSchema; mayBeEmpty: boolean } | undefined {
  const options = asList(schema['anyOf']).map(asSchema)
  const [first, second] = options
  if (options.length === 2 && first && second?.['maxProperties'] === 0) {
    return isPlainPicture(first) ? { schema: first, mayBeEmpty: true } : undefined
  }
  return isPlainPicture(schema) ? { schema, mayBeEmpty: false } : undefined
}

function isPlainPicture(schema: JsonSchema): boolean {
  const properties = asSchema(schema['properties'])
  if (properties) return 'file_token' in properties && 'url' in properties
  return schema['type'] === 'string' && getHints(schema)['widget'] === 'image'
}

export const isPicture = (schema: JsonSchema): boolean => getPictureSchema(schema) !== undefined
