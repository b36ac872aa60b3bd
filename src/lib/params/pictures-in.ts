import { fitsType } from './matches.ts'
import { asList, isRecord } from '#lib/fields.ts'
import {
  asSchema,
  getPictureSchema,
  type JsonSchema,
  type Params,
  type ParamSchema,
} from './param-schema.ts'
import { readParams, readPart } from './read-part.ts'

/** A picture in params. `path` is its position, such as `file`, `files/2` or `views/0/ImageUrl`. */
export type PictureInParams = {
  path: string
  value: unknown
  form: 'object' | 'address' | 'base64'
}

const depthMax = 6

/** Returns all pictures in params. Skips empty views. */
export function findPictures(schema: ParamSchema, params: Params): PictureInParams[] {
  const fields = readParams(schema)
  return Object.entries(params).flatMap(([name, value]) => {
    const field = fields.get(name)
    return field ? inside(schema, field.schema, { value, path: name, depth: 0 }) : []
  })
}

type Place = { value: unknown; path: string; depth: number }

function inside(root: JsonSchema, schema: JsonSchema, place: Place): PictureInParams[] {
  const { value, path, depth } = place
  if (depth > depthMax || isEmpty(value)) return []
  const picture = getPictureSchema(schema)
  if (picture) return [{ path, value, form: getForm(picture.schema) }]
  const deeper = (part: JsonSchema | undefined, inner: unknown, at = path): PictureInParams[] => {
    if (!part) return []
    return inside(root, readPart(part, root).schema, { value: inner, path: at, depth: depth + 1 })
  }
  if (Array.isArray(value)) {
    const first = asList(schema['prefixItems'])
    return value.flatMap((item: unknown, at) => {
      const part = asSchema(at < first.length ? first[at] : schema['items'])
      return deeper(part, item, `${path}/${at}`)
    })
  }
  const options = [...asList(schema['anyOf']), ...asList(schema['oneOf'])].map(asSchema)
  const option = options.find((one) => one?.['type'] !== undefined && fitsType(one['type'], value))
  if (option) return deeper(option, value)
  const properties = asSchema(schema['properties'])
  if (!properties || !isRecord(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const inner = Object.hasOwn(properties, name) ? asSchema(properties[name]) : undefined
    return deeper(inner, part, `${path}/${name}`)
  })
}

function getForm(schema: JsonSchema): PictureInParams['form'] {
  if (schema['type'] !== 'string') return 'object'
  return schema['contentEncoding'] === 'base64' ? 'base64' : 'address'
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isRecord(value) && Object.keys(value).length === 0)
