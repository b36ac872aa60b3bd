import { asList, asRecord, asTexts, isList, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { toJsonType } from './json-types.ts'

const mapFields = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const valueFields = new Set(['default', 'const', 'enum', 'examples', 'required'])
const unsupported = new Set([
  '$id',
  '$anchor',
  '$schema',
  '$comment',
  '$defs',
  'definitions',
  // The following keywords belong to OpenAPI.
  'discriminator',
  'example',
  'externalDocs',
  'nullable',
  'xml',
])
/**
 * Maximum nesting depth of references, which may be recursive. Deeper references accept any value.
 */
const referenceDepthMax = 12
/**
 * Maximum number of replaced references, because a schema that often refers to itself would not
 * end.
 */
const referencesMax = 500
/** Maximum number of parts of a schema, because aliases of YAML may repeat a part very often. */
const partsMax = 10_000

/**
 * Converts the schema of a tool's arguments to a schema that all chat services accept. Anthropic
 * and OpenAI refuse alternatives at the top level. Gemini refuses references and lists of types.
 * The result may accept more, because the tool checks its arguments.
 * @param options.root document that references refer to. Default: the schema.
 * @param options.depthMax Deeper levels accept anything.
 */
export function toOfferedSchema(
  schema: Fields,
  { root = schema, depthMax = Infinity }: { root?: Fields; depthMax?: number } = {},
): Fields {
  const left = { references: referencesMax, parts: partsMax }
  const plain = simplify(schema, { root, depth: 0, depthMax, left })
  const merged = mergeTop(plain)
  const properties = asRecord(merged['properties'])
  const required = asTexts(merged['required']).filter((name) => Object.hasOwn(properties, name))
  const { required: _, ...rest } = merged
  return { ...rest, type: 'object', properties, ...(required.length > 0 && { required }) }
}

type Where = {
  root: Fields
  depth: number
  depthMax: number
  left: { references: number; parts: number }
}

function simplify(schema: unknown, where: Where): Fields {
  const { root, depth, depthMax, left } = where
  if (!isRecord(schema) || depth > depthMax || left.parts === 0) return {}
  left.parts--
  const { $ref: ref } = schema
  const below = { ...where, depth: depth + 1 }
  if (typeof ref === 'string') {
    const { $ref: _, ...rest } = schema
    if (depth >= referenceDepthMax || left.references === 0) return {}
    left.references--
    return joinSchemas(simplify(findReferred(root, ref), below), simplify(rest, below))
  }
  const simple: Fields = {}
  const required = listRequired(schema)
  for (const [name, value] of Object.entries({ ...schema, ...(required && { required }) })) {
    if (value === null || unsupported.has(name) || isInvalid(name, value)) continue
    if (name.startsWith('x-')) continue
    if (mapFields.has(name)) setOwn(simple, name, simplifyMap(value, below))
    else if (name === 'items' && Array.isArray(value))
      simple['items'] = { anyOf: value.map((one) => simplify(one, below)) }
    else if (Array.isArray(value) && value.every(isRecord) && !valueFields.has(name))
      setOwn(
        simple,
        name,
        value.map((one) => simplify(one, below)),
      )
    else if (isRecord(value) && !valueFields.has(name)) setOwn(simple, name, simplify(value, below))
    else if (typeof value !== 'object' || takeParts(value, left)) setOwn(simple, name, value)
  }
  return withItems(withNumericBounds(withOneType(withUsualValues(simple))))
}

/** Returns whether all parts of a value fit into `left`, and if so subtracts the parts. */
function takeParts(value: unknown, left: Where['left']): boolean {
  const open = [value]
  let count = 0
  while (open.length > 0) {
    const one = open.pop()
    if (++count > left.parts) return false
    if (typeof one === 'object' && one !== null)
      for (const item of Object.values(one)) open.push(item)
  }
  left.parts -= count
  return true
}

/**
 * Removes bounds and descriptions of a wrong type, and `null` among allowed texts, because chat
 * services refuse them.
 */
function withUsualValues(schema: Fields): Fields {
  const { description, enum: allowed, nullable: _, ...rest } = schema
  const values = asList(allowed).filter((value) => value !== null)
  const bounds = numberFields
    .filter((name) => typeof ownValue(rest, name) === 'string')
    .map((name) => [name, Number(ownValue(rest, name))] as const)
    .filter(([, bound]) => Number.isFinite(bound))
  return {
    ...rest,
    ...Object.fromEntries(bounds),
    ...(typeof description === 'string' && { description }),
    ...(values.length > 0 && { enum: values }),
  }
}

const numberFields = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'multipleOf',
]

const withItems = (schema: Fields): Fields =>
  schema['type'] === 'array' && schema['items'] === undefined ? { ...schema, items: {} } : schema

/** In JSON Schema drafts up to 4, `exclusiveMinimum: true` made `minimum` exclusive. */
function withNumericBounds(schema: Fields): Fields {
  let mended = schema
  for (const [bound, exclusive] of numericBounds) {
    const { [exclusive]: isExclusive, [bound]: value, ...rest } = mended
    if (typeof isExclusive !== 'boolean') continue
    mended = {
      ...rest,
      ...(value !== undefined && { [isExclusive ? exclusive : bound]: value }),
    }
  }
  return mended
}

const numericBounds = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

const isInvalid = (name: string, value: unknown): boolean =>
  name === 'required' || name === 'enum' ? !Array.isArray(value) : false

/**
 * Returns the names of required properties. Older schemas mark a required property inside the
 * property.
 */
function listRequired({ properties, required }: Fields): string[] | undefined {
  const marked = Object.entries(asRecord(properties)).flatMap(([name, property]) =>
    asRecord(property)['required'] === true ? [name] : [],
  )
  return marked.length > 0 ? [...new Set([...asTexts(required), ...marked])] : undefined
}

const joinSchemas = (referred: Fields, beside: Fields): Fields => ({
  ...referred,
  ...beside,
  ...(isRecord(referred['properties']) && {
    properties: { ...referred['properties'], ...asRecord(beside['properties']) },
  }),
})

function simplifyMap(schemas: unknown, where: Where): Fields {
  const simple: Fields = {}
  for (const [name, schema] of Object.entries(asRecord(schemas)))
    setOwn(simple, name, simplify(schema, where))
  return simple
}

/**
 * Replaces a list of types by one type, or by alternatives. `null` is left out, because it is
 * always allowed.
 */
function withOneType(schema: Fields): Fields {
  const { type, ...rest } = schema
  if (type === undefined) return schema
  const types = (Array.isArray(type) ? type : [type])
    .map(toJsonType)
    .filter((one) => one !== undefined && one !== 'null')
  if (types.length === 1) return { ...rest, type: types[0] }
  return types.length === 0 || rest['anyOf'] !== undefined
    ? rest
    : { ...rest, anyOf: types.map((one) => ({ type: one })) }
}

export function findReferred(root: Fields, ref: string): unknown {
  let found: unknown = root
  for (const part of ref.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const name = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (isRecord(found)) found = ownValue(found, name)
    else if (isList(found) && /^\d{1,6}$/.test(name)) found = found[Number(name)]
    else return undefined
  }
  return found
}

/** References are URLs, so their parts are percent-encoded. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Merges alternatives at the top level. A field is required only if all alternatives require it.
 */
function mergeTop(schema: Fields): Fields {
  const {
    anyOf,
    oneOf,
    allOf,
    not: _,
    enum: __,
    if: ___,
    then: ____,
    else: _____,
    ...rest
  } = schema
  const merge = (lists: readonly unknown[], isAll: boolean) => {
    const branches = lists.filter(isRecord).map(mergeTop)
    if (branches.length === 0) return
    const properties: Fields = {}
    for (const one of [...branches, rest])
      for (const [name, value] of Object.entries(asRecord(one['properties'])))
        setOwn(properties, name, value)
    const [first = [], ...others] = branches.map((one) => asTexts(one['required']))
    const required = isAll
      ? [first, ...others].flat()
      : first.filter((name) => others.every((names) => names.includes(name)))
    rest['properties'] = properties
    rest['required'] = [...new Set([...asTexts(rest['required']), ...required])]
  }
  merge(asList(allOf), true)
  merge(asList(anyOf), false)
  merge(asList(oneOf), false)
  return rest
}
