import { cutText } from '#lib/cut-text.ts'
import { asList, asString, asTexts, type Fields, isList, isRecord } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { storable } from '../store/storable.ts'

/** A tool that cannot be offered, and why. */
export type OddTool = { name: string; problem: string }

const nameLengthMax = 128
const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']

/**
 * Converts a listed tool to the format of the SDK, which otherwise rejects the whole list. Missing
 * schemas are added.
 * `null` fields and unused fields are removed.
 */
export function mendTool(tool: unknown): Fields | OddTool {
  const given = isRecord(tool) ? tool : {}
  const name = asString(given['name'])
  if (name === '') return { name: '(without a name)', problem: 'It has no name.' }
  const inputSchema = mendInputSchema(given['inputSchema'])
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

/** @returns the schema of an object, or why there is none. */
function mendInputSchema(schema: unknown): Fields | string {
  if (schema === undefined || schema === null) return { type: 'object', properties: {} }
  if (!isRecord(schema)) return 'The schema of its arguments is not an object.'
  const { type, properties, required, ...rest } = schema
  const types = isList(type) ? type : [type ?? 'object']
  if (!types.includes('object')) return 'Its arguments are not an object.'
  return {
    ...rest,
    type: 'object',
    ...(properties !== undefined && { properties: mendProperties(properties) }),
    ...(Array.isArray(required) && { required: asTexts(required) }),
  }
}

function mendProperties(properties: unknown): Fields {
  const mended: Fields = {}
  for (const [name, schema] of Object.entries(isRecord(properties) ? properties : {}))
    setOwn(mended, name, isRecord(schema) ? schema : {})
  return mended
}

/** Returns a list of prompts or resources without `null` fields and icons, which are not used. */
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
