import { z } from 'zod'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { asList, asTexts, isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { cleanSchema } from './clean-schema.ts'
import { envelopeNames, listObjectFields, withFieldHints, type Translated } from './field-hints.ts'

const paramsMax = 100
const depthMax = 5

const number = z.number().optional().catch(undefined)
const parameterSchema = z.looseObject({
  name: z.string().min(1).max(80),
  type: z.string().optional().catch(undefined),
  required: z.boolean().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  constraints: z
    .looseObject({
      enum: z.array(z.unknown()).nullish().catch(undefined),
      min: number,
      max: number,
      min_length: number,
      max_length: number,
      max_items: number,
    })
    .nullish()
    .catch(undefined),
  example: z.unknown().optional(),
  children: z.array(z.unknown()).nullish().catch(undefined),
})
type Parameter = z.infer<typeof parameterSchema>

/**
 * Converts the list `parameters` of a model in the gateway's skill catalogue to a param schema.
 * @returns `undefined` if no param can be parsed.
 */
export function schemaFromSpec(parameters: unknown): Translated | undefined {
  const read = innermost(readAll(parameters)).slice(0, paramsMax)
  const named = read.filter(({ name }) => !envelopeNames.has(name))
  if (named.length === 0) return undefined
  const whole = cleanSchema(getObject(named, 0))
  if (!whole) return undefined
  const schema: ParamSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: asTexts(whole['required']),
    properties: withFieldHints(listObjectFields(whole)),
    // Unknown params are allowed, because these lists are incomplete and the gateway validates the
    // params itself.
    additionalProperties: true,
  }
  return { schema, hasHints: false }
}

const readAll = (parameters: unknown): Parameter[] =>
  asList(parameters).flatMap((value) => parameterSchema.safeParse(value).data ?? [])

function innermost(parameters: Parameter[]): Parameter[] {
  let level = parameters
  for (const wrapper of ['input', 'params']) {
    const inside = level.find(({ name }) => name.replace(/\[\d*\]$/, '') === wrapper)
    const children = readAll(inside?.children)
    if (children.length > 0) level = children
  }
  return level
}

function getObject(parameters: readonly Parameter[], depth: number) {
  const required = parameters.filter((one) => one.required === true).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((one) => [one.name, getField(one, depth)])),
    ...(required.length > 0 && { required }),
  }
}

function getField(parameter: Parameter, depth: number): Record<string, unknown> {
  const { description, constraints } = parameter
  const children = depth < depthMax ? readAll(parameter.children) : []
  const type = getType(parameter)
  const inside = children.length > 0 ? getObject(children, depth + 1) : undefined
  const itemType = /^array\[(\w+)\]$/.exec(parameter.type ?? '')?.[1]
  const fallback = constraints?.['default']
  const fields: Record<string, unknown> = {
    type,
    description,
    enum: constraints?.enum?.length ? constraints.enum : undefined,
    default: fallback ?? undefined,
    minimum: constraints?.min,
    maximum: constraints?.max,
    minLength: constraints?.min_length,
    maxLength: constraints?.max_length,
    maxItems: constraints?.max_items,
    ...(type === 'object' && inside),
    ...(type === 'array' && {
      items:
        inside ??
        (itemType === undefined ? undefined : { type: ownValue(types, itemType) ?? itemType }),
    }),
    examples: parameter.example === undefined ? undefined : [parameter.example],
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const types: Record<string, string> = {
  int: 'integer',
  integer: 'integer',
  float: 'number',
  number: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  string: 'string',
  object: 'object',
}

function getType({ type = '', children, example }: Parameter): string | undefined {
  const lower = type.toLowerCase()
  if (lower.startsWith('array')) return 'array'
  if (ownValue(types, lower) !== undefined) return ownValue(types, lower)
  return children?.length || isRecord(example) ? 'object' : undefined
}
