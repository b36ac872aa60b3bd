import { checkParams } from '#lib/params/check/check-params.ts'
import { asList, asNumber, asTexts } from '#lib/fields.ts'
import {
  asSchema,
  getChoices,
  isPicture,
  type JsonSchema,
  type ParamSchema,
} from '#lib/params/param-schema.ts'
import { readParams, readPart } from '#lib/params/read-part.ts'
import { ownValue } from '#lib/own-value.ts'

const pictureAddress = 'https://example.com/picture.png'
const depthMax = 6

/** Maximum number of rounds. Each round adds the params that are still missing. */
const roundsMax = 5

/** Returns a minimal example of valid params, with made-up values for required params. */
export function exampleParams(schema: ParamSchema): Record<string, unknown> {
  let params: Record<string, unknown> = {}
  for (let round = 0; round < roundsMax; round++) {
    const missing = checkParams(schema, params)
      .map(({ path }) => path)
      .filter((path) => !Object.hasOwn(params, path))
    if (missing.length === 0) return params
    const added = [...new Set(missing)].flatMap((name) => {
      const field = readParams(schema).get(name)
      return field ? [[name, getExample(schema, field.schema, { name, depth: 0 })] as const] : []
    })
    params = { ...params, ...Object.fromEntries(added) }
  }
  return params
}

type Place = { name: string; depth: number }

function getExample(root: JsonSchema, field: JsonSchema, { name, depth }: Place): unknown {
  const deeper = (part: JsonSchema, inner = name): unknown =>
    getExample(root, readPart(part, root).schema, { name: inner, depth: depth + 1 })
  const [given] = asList(field['examples'])
  if (given !== undefined) return given
  if ('const' in field) return field['const']
  if (isPicture(field)) {
    return field['type'] === 'string' ? pictureAddress : { type: 'png', url: pictureAddress }
  }
  const value = field['default'] ?? getChoices(field)?.[0]?.value
  if (value !== undefined) return value
  const type = Array.isArray(field['type']) ? field['type'][0] : field['type']
  if (type === 'integer' || type === 'number') return asNumber(field['minimum']) ?? 1
  if (type === 'boolean') return true
  if (type === 'array') {
    const places = asList(field['prefixItems']).map(asSchema)
    const count = Math.max(1, asNumber(field['minItems']) ?? 1)
    const parts = places.length > 0 ? places : Array(count).fill(asSchema(field['items']))
    return parts.map((part) => (part && depth < depthMax ? deeper(part) : {}))
  }
  const [option] = [...asList(field['anyOf']), ...asList(field['oneOf'])].map(asSchema)
  if (type !== 'string' && option && depth < depthMax) return deeper(option)
  if (type === 'object' || 'properties' in field) {
    const properties = asSchema(field['properties']) ?? {}
    return Object.fromEntries(
      asTexts(field['required']).flatMap((inner) => {
        const part = asSchema(ownValue(properties, inner))
        return part && depth < depthMax ? [[inner, deeper(part, inner)]] : []
      }),
    )
  }
  return /url|image/i.test(name) ? pictureAddress : 'A small clay owl'
}
