import {
  asList,
  asNumber,
  asSchema,
  asTexts,
  choicesOf,
  isPicture,
  type JsonSchema,
  type ParamSchema,
} from '#lib/params/param-schema.ts'

const pictureAddress = 'https://example.com/picture.png'
const depthMax = 6

/** The fewest params that a model takes, with made-up values. */
export function exampleParams(schema: ParamSchema): Record<string, unknown> {
  const alternatives = [...asList(schema['oneOf']), ...asList(schema['anyOf'])].map(asSchema)
  const names = [...asTexts(schema.required), ...asTexts(alternatives[0]?.['required'])]
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const field = asSchema(schema.properties[name])
      return field ? [[name, exampleOf(field, name, 0)]] : []
    }),
  )
}

function exampleOf(field: JsonSchema, name: string, depth: number): unknown {
  const [given] = asList(field['examples'])
  if (given !== undefined) return given
  if ('const' in field) return field['const']
  if (isPicture(field)) {
    return field['type'] === 'string' ? pictureAddress : { type: 'png', url: pictureAddress }
  }
  const value = field['default'] ?? choicesOf(field)?.[0]?.value
  if (value !== undefined) return value
  const type = Array.isArray(field['type']) ? field['type'][0] : field['type']
  if (type === 'integer' || type === 'number') return asNumber(field['minimum']) ?? 1
  if (type === 'boolean') return true
  if (type === 'array') {
    const places = asList(field['prefixItems']).map(asSchema)
    const count = Math.max(1, asNumber(field['minItems']) ?? 1)
    const parts = places.length > 0 ? places : Array(count).fill(asSchema(field['items']))
    return parts.map((part) => (part && depth < depthMax ? exampleOf(part, name, depth + 1) : {}))
  }
  const [option] = [...asList(field['anyOf']), ...asList(field['oneOf'])].map(asSchema)
  if (type !== 'string' && option && depth < depthMax) return exampleOf(option, name, depth + 1)
  if (type === 'object' || 'properties' in field) {
    const properties = asSchema(field['properties']) ?? {}
    return Object.fromEntries(
      asTexts(field['required']).flatMap((inner) => {
        const part = asSchema(properties[inner])
        return part && depth < depthMax ? [[inner, exampleOf(part, inner, depth + 1)]] : []
      }),
    )
  }
  return /url|image/i.test(name) ? pictureAddress : 'A small clay owl'
}
