import { resolveRef } from './matches.ts'
import { asList, isRecord } from '#lib/fields.ts'
import { asSchema, foldNull, type JsonSchema, type ParamSchema } from './param-schema.ts'

/** One place of a schema as the form, the check, the catalogue and the documents all read it. */
export type Part = {
  /** Local `$ref`s followed, "T or null" folded into T. */
  readonly schema: JsonSchema
  /** Whether `null` is taken too. */
  readonly nullable: boolean
}

/** A `$ref` to a `$ref` to …; a longer chain is a circle or a joke. */
const hopsMax = 8
/** Schemas may hold themselves; deeper places are read when somebody gets there. */
const depthMax = 4

/**
 * Reads one place of a schema.
 *
 * `$ref` and the `allOf: [{ $ref }]` that Pydantic writes for it are replaced by what they point at, in
 * the place itself and in its `items`, `prefixItems`, `anyOf` and `oneOf`; keywords beside them win.
 *
 * @param root the whole schema, which local references point into.
 */
export function readPart(raw: JsonSchema, root: JsonSchema): Part {
  const known = partsOf(root)
  const kept = known.get(raw)
  if (kept) return kept
  const part = read(raw, root, 0)
  known.set(raw, part)
  return part
}

/** The params of a schema by name, in its order; what is no schema is left out. */
export function readParams(schema: ParamSchema): ReadonlyMap<string, Part> {
  const known = paramsBySchema.get(schema)
  if (known) return known
  const params = new Map(
    Object.entries(schema.properties).flatMap(([name, raw]) =>
      isRecord(raw) ? [[name, readPart(raw, schema)] as const] : [],
    ),
  )
  paramsBySchema.set(schema, params)
  return params
}

/** The places of an object's schema by name, as `readParams`. */
export const readProperties = (schema: JsonSchema, root: JsonSchema): [string, Part][] =>
  Object.entries(asSchema(schema['properties']) ?? {}).flatMap(([name, raw]) =>
    isRecord(raw) ? [[name, readPart(raw, root)]] : [],
  )

// A schema never changes once it is here, and several parts of a page ask at every keystroke.
const paramsBySchema = new WeakMap<ParamSchema, ReadonlyMap<string, Part>>()
const partsByRoot = new WeakMap<JsonSchema, WeakMap<JsonSchema, Part>>()

function partsOf(root: JsonSchema): WeakMap<JsonSchema, Part> {
  const known = partsByRoot.get(root)
  if (known) return known
  const parts = new WeakMap<JsonSchema, Part>()
  partsByRoot.set(root, parts)
  return parts
}

function read(raw: JsonSchema, root: JsonSchema, depth: number): Part {
  let schema = raw
  let nullable = false
  for (let hop = 0; hop < hopsMax; hop++) {
    const folded = foldNull(schema)
    nullable ||= folded.nullable
    const next = follow(folded.schema, root)
    schema = next ?? folded.schema
    if (!next) break
  }
  return { schema: depth < depthMax ? withInner(schema, root, depth) : schema, nullable }
}

/** The schema with what it refers to merged in, one step; `undefined` when it refers to nothing. */
function follow(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const parts = asList(schema['allOf'])
  const only = parts.length === 1 ? asSchema(parts[0]) : undefined
  const isWrapped = only !== undefined && '$ref' in only && Object.keys(only).length === 1
  const target = asSchema(resolveRef(isWrapped ? only : schema, root))
  if (!target) return undefined
  const { $ref: ref, allOf, ...rest } = schema
  const kept = isWrapped ? { $ref: ref } : { allOf }
  const others = Object.entries(kept).filter(([, value]) => value !== undefined)
  return { ...target, ...Object.fromEntries(others), ...rest }
}

/** References one level further in, which decide what kind of field it is. */
function withInner(schema: JsonSchema, root: JsonSchema, depth: number): JsonSchema {
  const inner: Record<string, unknown> = {}
  const readRef = (value: unknown): unknown =>
    isRecord(value) && refersTo(value) ? read(value, root, depth + 1).schema : value
  for (const keyword of ['anyOf', 'oneOf', 'prefixItems'] as const) {
    const parts = asList(schema[keyword])
    if (parts.some((part) => isRecord(part) && refersTo(part))) inner[keyword] = parts.map(readRef)
  }
  const items = asSchema(schema['items'])
  if (items && refersTo(items)) inner['items'] = readRef(items)
  return Object.keys(inner).length === 0 ? schema : { ...schema, ...inner }
}

const refersTo = (schema: JsonSchema): boolean => '$ref' in schema || 'allOf' in schema
