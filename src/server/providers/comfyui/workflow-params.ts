import { asList, asNumber, asText } from '#lib/fields.ts'
import { asSchema, type JsonSchema, type ParamSchema } from '#lib/params/param-schema.ts'
import { ownValue } from '#lib/own-value.ts'
import { pictureHints } from '../../models/openapi/to-param-schema.ts'
import type { Workflow } from './fill-workflow.ts'

/** Descriptions of node classes by name, from `GET /object_info/{class}`. */
export type NodeInfo = ReadonlyMap<string, JsonSchema>

const fieldsMax = 200

/** Matches the names of inputs that the form shows. All other inputs keep their value. */
const usual =
  /^(?:seed|noise_seed|steps|cfg|guidance\w*|text|prompt|resolution|octree_resolution|num_faces|max_facenum|texture_size)$/

/** Returns the inputs of a workflow that are not connected to another node. */
export function workflowParams(
  workflow: Workflow,
  info: NodeInfo,
): { paramSchema: ParamSchema; params: string[]; pictures: string[] } {
  const fields: [string, JsonSchema][] = []
  const params: string[] = []
  const pictures: string[] = []
  for (const [id, { class_type: type, inputs, ...node }] of Object.entries(workflow)) {
    const nodeTitle = asText(asSchema(node['_meta'])?.['title']) ?? type
    for (const [input, value] of Object.entries(inputs)) {
      // A list value is a connection to another node.
      if (Array.isArray(value) || typeof value === 'object' || fields.length >= fieldsMax) continue
      const name = `${id}.${input}`
      const known = describe(info.get(type), input)
      const isPicture = known.isPicture || (type.startsWith('LoadImage') && input === 'image')
      const hints = isPicture ? pictureHints('image') : getHints(input)
      const order = fields.length
      if (isPicture) pictures.push(name)
      if (isPicture || usual.test(input)) params.push(name)
      fields.push([
        name,
        {
          title: `${nodeTitle}: ${input.replaceAll('_', ' ')}`,
          ...(isPicture ? { type: 'string' } : { ...known.schema, default: value }),
          'x-ui': { order, omitWhenEmpty: true, ...known.hints, ...hints },
        },
      ])
    }
  }
  const names = new Set(params)
  return {
    paramSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: Object.fromEntries(fields),
      required: pictures.filter((name) => names.has(name)),
      additionalProperties: false,
    },
    params,
    pictures,
  }
}

const getHints = (input: string): JsonSchema =>
  input.endsWith('seed')
    ? { widget: 'seed' }
    : /^(?:text|prompt)$/.test(input)
      ? { widget: 'textarea', group: 'input', important: true }
      : {}

type Described = { schema: JsonSchema; hints: JsonSchema; isPicture: boolean }

function describe(node: JsonSchema | undefined, input: string): Described {
  const groups = asSchema(node?.['input'])
  const entry = ['required', 'optional']
    .map((group) => ownValue(asSchema(ownValue(groups, group)), input))
    .find((one) => one !== undefined)
  const [type, options] = asList(entry)
  const rules = asSchema(options) ?? {}
  const isPicture = rules['image_upload'] === true
  const choices = Array.isArray(type) ? type : type === 'COMBO' ? asList(rules['options']) : []
  if (choices.length > 0) return { schema: { enum: choices.slice(0, 300) }, hints: {}, isPicture }
  const step = asNumber(rules['step'])
  const hints = {
    ...(step !== undefined && { step }),
    ...(rules['multiline'] === true && { widget: 'textarea' }),
  }
  return { schema: plainSchema(asText(type), rules), hints, isPicture }
}

/** ComfyUI's bounds of seeds are not safe integers, so the bounds are left out. */
const isBound = (value: unknown): boolean =>
  Number.isSafeInteger(Math.trunc(asNumber(value) ?? Infinity))

function plainSchema(type: string | undefined, { min, max }: JsonSchema): JsonSchema {
  const bounds = { ...(isBound(min) && { minimum: min }), ...(isBound(max) && { maximum: max }) }
  switch (type ?? '') {
    case 'INT':
      return { type: 'integer', ...bounds }
    case 'FLOAT':
      return { type: 'number', ...bounds }
    case 'BOOLEAN':
      return { type: 'boolean' }
    case 'STRING':
      return { type: 'string' }
    default:
      return {}
  }
}
