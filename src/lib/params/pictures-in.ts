import { fitsType } from './matches.ts'
import {
  asList,
  asSchema,
  isRecord,
  pictureOf,
  type JsonSchema,
  type Params,
} from './param-schema.ts'
import type { ParamSchema } from './param-schema.ts'

/** A picture in params. `path` is `file`, `files/2` or `views/0/ImageUrl`. */
export type PictureInParams = {
  path: string
  value: unknown
  /** How it goes over the wire: an object, an address, or the bytes themselves in base64. */
  form: 'object' | 'address' | 'base64'
}

const depthMax = 6

/** Every picture that params name, wherever the schema has one; places that are empty are left out. */
export function picturesIn(schema: ParamSchema, params: Params): PictureInParams[] {
  return Object.entries(params).flatMap(([name, value]) => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    return field ? inside(field, value, name, 0) : []
  })
}

function inside(
  schema: JsonSchema,
  value: unknown,
  path: string,
  depth: number,
): PictureInParams[] {
  if (depth > depthMax || isEmpty(value)) return []
  const picture = pictureOf(schema)
  if (picture) return [{ path, value, form: formOf(picture.schema) }]
  if (Array.isArray(value)) {
    const first = asList(schema['prefixItems'])
    return value.flatMap((item: unknown, at) => {
      const part = asSchema(at < first.length ? first[at] : schema['items'])
      return part ? inside(part, item, `${path}/${at}`, depth + 1) : []
    })
  }
  const options = [...asList(schema['anyOf']), ...asList(schema['oneOf'])].map(asSchema)
  const option = options.find((one) => one?.['type'] !== undefined && fitsType(one['type'], value))
  if (option) return inside(option, value, path, depth + 1)
  const properties = asSchema(schema['properties'])
  if (!properties || !isRecord(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const inner = Object.hasOwn(properties, name) ? asSchema(properties[name]) : undefined
    return inner ? inside(inner, part, `${path}/${name}`, depth + 1) : []
  })
}

function formOf(schema: JsonSchema): PictureInParams['form'] {
  if (schema['type'] !== 'string') return 'object'
  return schema['contentEncoding'] === 'base64' ? 'base64' : 'address'
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isRecord(value) && Object.keys(value).length === 0)
