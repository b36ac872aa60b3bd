import { cutText } from '#lib/cut-text.ts'
import { asList, asString, asTexts, type Fields, isList, isRecord } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { tryParseAnswer } from '../json/parse-json.ts'
import { storable } from '../store/storable.ts'
import { toJsonType } from '../tool-schemas/json-types.ts'
import { bareResult } from './mend-envelope.ts'

export type OddTool = { name: string; problem: string }

const nameLengthMax = 128
const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']

/**
 * Returns the entries of a list of tools. Also accepts an object by name, and a list as JSON text
 * or in another field.
 */
export function toToolEntries(list: unknown, depth = 0): readonly unknown[] {
  const value = typeof list === 'string' ? tryParseAnswer(list) : list
  if (isList(value)) return value
  if (!isRecord(value) || depth > 2) return []
  if (typeof value['name'] === 'string') return [value]
  const inner = ['tools', bareResult, 'data', 'result', 'items'].find((name) =>
    Object.hasOwn(value, name),
  )
  if (inner !== undefined) return toToolEntries(ownValue(value, inner), depth + 1)
  if (depth === 0) return []
  return Object.entries(value).map(([name, tool]) => (isRecord(tool) ? { name, ...tool } : tool))
}

/**
 * Converts a listed tool to the format of the SDK, which otherwise rejects the whole list. Adds
 * missing schemas and removes `null` fields.
 */
export function mendTool(tool: unknown): Fields | OddTool {
  const outer = isRecord(tool) ? tool : {}
  // OpenAI's format puts the tool into `function`.
  const given = isRecord(outer['function']) ? outer['function'] : outer
  const name = asString(given['name']).trim()
  if (name === '') return { name: '(without a name)', problem: 'It has no name.' }
  const inputSchema = mendInputSchema(
    given['inputSchema'] ?? given['input_schema'] ?? given['parameters'],
  )
  if (typeof inputSchema === 'string') return toOddTool(name, inputSchema)
  const { title, description, annotations, execution, _meta } = given
  return {
    name,
    inputSchema,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(isRecord(annotations) && { annotations: mendAnnotations(annotations) }),
    ...(isRecord(execution) && typeof execution['taskSupport'] === 'string' && { execution }),
    ...(isRecord(_meta) && { _meta }),
  }
}

export const toOddTool = (name: string, problem: string): OddTool => ({
  name: cutText(storable(name), nameLengthMax),
  problem,
})

export const isOddTool = (tool: Fields | OddTool): tool is OddTool => 'problem' in tool

function mendAnnotations(annotations: Fields): Fields {
  const mended: Fields = {}
  for (const name of hintNames) {
    const value = ownValue(annotations, name)
    if (typeof value === 'boolean') setOwn(mended, name, value)
  }
  const { title } = annotations
  return { ...mended, ...(typeof title === 'string' && { title }) }
}

/** @returns the schema of an object, or why the tool has no usable schema. */
function mendInputSchema(given: unknown): Fields | string {
  if (given === undefined || given === null) return { type: 'object', properties: {} }
  const read = typeof given === 'string' ? tryParseAnswer(given) : given
  // PHP encodes an empty object as a list.
  const schema = unwrapSchema(isList(read) && read.length === 0 ? {} : read)
  if (!isRecord(schema)) return 'The schema of its arguments is not an object.'
  const { type, properties, required, ...rest } = schema
  const types = (isList(type) ? type : [type ?? 'object']).map(toJsonType)
  if (!types.includes('object')) return 'Its arguments are not an object.'
  return {
    ...rest,
    type: 'object',
    ...(properties !== undefined && { properties: mendProperties(properties) }),
    ...(Array.isArray(required) && { required: asTexts(required) }),
  }
}

const schemaNames = ['type', 'properties', '$ref', '$schema', 'anyOf', 'oneOf', 'allOf', 'required']

/**
 * Returns the schema inside the field `json` (Bedrock's format). Wraps a list of properties in a
 * schema.
 */
function unwrapSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  const entries = Object.entries(schema)
  const [only] = entries
  if (only?.[0] === 'json' && entries.length === 1 && isRecord(only[1])) return only[1]
  const isBare =
    entries.length > 0 &&
    entries.every(
      ([name, value]) => isRecord(value) && isSchema(value) && !schemaNames.includes(name),
    )
  return isBare ? { type: 'object', properties: schema } : schema
}

const isSchema = ({ type, $ref, anyOf }: Fields): boolean =>
  typeof type === 'string' || typeof $ref === 'string' || isList(anyOf)

const toEntries = (properties: unknown): (readonly [string, unknown])[] =>
  isList(properties)
    ? properties
        .filter(isRecord)
        .map(({ name, ...schema }) => [asString(name), schema] as const)
        .filter(([name]) => name !== '')
    : Object.entries(isRecord(properties) ? properties : {})

function mendProperties(properties: unknown): Fields {
  const mended: Fields = {}
  for (const [name, schema] of toEntries(properties))
    setOwn(mended, name, isRecord(schema) ? schema : {})
  return mended
}

/**
 * Returns a list of prompts or resources without `null` fields and without icons, which are not
 * used.
 */
export const mendOffers = (list: unknown): Fields[] =>
  asList(list)
    .filter(isRecord)
    .map((offer) =>
      Object.fromEntries(
        Object.entries(offer).filter(
          ([name, value]) => value !== null && name !== 'icons' && name !== 'annotations',
        ),
      ),
    )
