import { isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ReferenceSchema } from '#api/reference.ts'

export type Schemas = Readonly<Record<string, ReferenceSchema>>

export type SchemaField = { name: string; schema: ReferenceSchema; isRequired: boolean }

/**
 * Returns the fields of the object that a JSON schema describes. Also finds objects inside unions
 * and lists.
 */
export function getSchemaFields(schema: ReferenceSchema, schemas: Schemas): SchemaField[] {
  for (const form of getAlternatives(schema, schemas)) {
    const { items, properties, required } = form
    if (isRecord(properties)) {
      const names = Array.isArray(required) ? required : []
      return Object.entries(properties).flatMap(([name, field]) =>
        isRecord(field) ? [{ name, schema: field, isRequired: names.includes(name) }] : [],
      )
    }
    const inside = isRecord(items) ? getSchemaFields(items, schemas) : []
    if (inside.length > 0) return inside
  }
  return []
}

/** Describes the type of a JSON schema, such as `whole number, 1 or more` or `list of objects`. */
export function describeType(schema: ReferenceSchema, schemas: Schemas): string {
  const names = getAlternatives(schema, schemas).map((form) => formatTypeName(form, schemas))
  return [...new Set(names)].filter(Boolean).join(' or ') || 'anything'
}

function getAlternatives(schema: ReferenceSchema, schemas: Schemas): ReferenceSchema[] {
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const target = ownValue(schemas, reference.replace('#/components/schemas/', ''))
    return target ? getAlternatives(target, schemas) : []
  }
  const forms = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(forms)) {
    const { type } = schema
    const types: unknown[] = Array.isArray(type) ? type : [type]
    return types.filter((one) => one !== 'null').map((one) => ({ ...schema, type: one }))
  }
  return forms.filter(isRecord).flatMap((form) => getAlternatives(form, schemas))
}

const typeNames: Record<string, [one: string, many: string]> = {
  string: ['text', 'texts'],
  integer: ['whole number', 'whole numbers'],
  number: ['number', 'numbers'],
  boolean: ['true or false', 'booleans'],
  object: ['object', 'objects'],
  array: ['list', 'lists'],
}

function formatTypeName(schema: ReferenceSchema, schemas: Schemas): string {
  const { type, enum: choices, const: only, items } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(', ')
  if (typeof type !== 'string') return ''
  if (type === 'array' && isRecord(items)) {
    const [inside] = getAlternatives(items, schemas)
    const many = ownValue(typeNames, String(inside?.['type']))?.[1]
    return many === undefined ? 'list' : `list of ${many}`
  }
  return `${ownValue(typeNames, type)?.[0] ?? type}${formatRange(schema)}`
}

function formatRange({ minimum: min, maximum: max }: ReferenceSchema): string {
  const [low, high] = [min, max].map((end) =>
    typeof end === 'number' && Math.abs(end) < Number.MAX_SAFE_INTEGER ? end : undefined,
  )
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`
  if (low !== undefined) return `, ${low} or more`
  return high === undefined ? '' : `, up to ${high}`
}
