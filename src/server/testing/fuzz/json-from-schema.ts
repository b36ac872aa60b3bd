import { z } from 'zod'
import { isRecord } from '#lib/fields.ts'

type Schema = Record<string, unknown>
/** Returns numbers in [0, 1). */
export type Random = () => number

/** Returns a value for a field with a known name, which replaces the value from the schema. */
export type KnownFields = (name: string) => unknown

export const pickRandom = <T>(random: Random, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0]

/**
 * Creates a value that matches a zod schema, as far as JSON Schema expresses the schema. Optional
 * fields are present half of the time.
 */
export function valueFor(schema: z.core.$ZodType, random: Random, known: KnownFields): unknown {
  return getValue(getJsonSchema(schema), { random, known, depth: 0 })
}

const made = new WeakMap<z.core.$ZodType, Schema>()

function getJsonSchema(schema: z.core.$ZodType): Schema {
  const known = made.get(schema)
  if (known) return known
  const json: Schema = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }
  made.set(schema, json)
  return json
}

type Filling = {
  readonly random: Random
  readonly known: KnownFields
  readonly depth: number
}

function getValue(schema: Schema, { random, known, depth }: Filling): unknown {
  const options = toSchemas(schema['anyOf'] ?? schema['oneOf'])
  if (options.length > 0) {
    return getValue(options[Math.floor(random() * options.length)] ?? {}, { random, known, depth })
  }
  if ('const' in schema) return schema['const']
  const allowed = schema['enum']
  if (Array.isArray(allowed)) return allowed[Math.floor(random() * allowed.length)]
  switch (schema['type']) {
    case 'object':
      return getObject(schema, { random, known, depth })
    case 'array': {
      const min = numberOr(schema['minItems'], 0)
      const max = Math.min(numberOr(schema['maxItems'], min + 2), min + 2)
      const length = min + Math.floor(random() * (max - min + 1))
      const items = isRecord(schema['items']) ? schema['items'] : {}
      return Array.from({ length }, () => getValue(items, { random, known, depth: depth + 1 }))
    }
    case 'string': {
      const min = numberOr(schema['minLength'], 0)
      const word = pickRandom(random, ['chair', 'Ein Stück Ton', '陶土', 'a"b<c>&d', 'x'])
      return word.padEnd(min, 'x').slice(0, numberOr(schema['maxLength'], 1000))
    }
    case 'integer':
    case 'number': {
      const min = numberOr(schema['minimum'] ?? schema['exclusiveMinimum'], 0)
      const max = Math.max(min, Math.min(numberOr(schema['maximum'], min + 100), min + 1e6))
      const value = min + random() * (max - min)
      return schema['type'] === 'integer' ? Math.round(value) : value
    }
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return depth > 3
        ? 1
        : pickRandom<unknown>(random, ['anything', 7, { inner: [1, 'two'] }, [], true])
  }
}

function getObject(schema: Schema, { random, known, depth }: Filling): unknown {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const value: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(properties)) {
    if (!required.includes(name) && random() < 0.5) continue
    const own = known(name)
    value[name] = own ?? getValue(isRecord(part) ? part : {}, { random, known, depth: depth + 1 })
  }
  if (isRecord(schema['additionalProperties']) && random() < 0.5) {
    value['anything'] = known('anything') ?? 3
  }
  return value
}

const toSchemas = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isRecord) : [])
/** Ignores the bounds that zod gives unlimited integers: the largest safe integers. */
const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : otherwise
