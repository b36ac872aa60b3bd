import { resolveRef } from './matches.ts'
import { asList, isRecord } from '#lib/fields.ts'
import { asSchema, foldNull, type JsonSchema, type ParamSchema } from './param-schema.ts'

/** One part of a schema, with its references resolved. */
export type SchemaPart = {
  /** The part with local `$ref`s resolved, and without the `null` of “T or null”. */
  readonly schema: JsonSchema
  readonly nullable: boolean
}

/** Maximum length of a chain of `$ref`s. A longer chain is cyclic or malicious. */
const hopsMax = 8
/**
 * Levels of nesting that are resolved at once. Schemas may be recursive, so deeper parts are
 * resolved on demand.
 */
const depthMax = 4

/**
 * Reads one part of a schema. Resolves `$ref` and Pydantic's `allOf: [{ $ref }]` in the part and in
 * its `items`, `prefixItems`, `anyOf` and `oneOf`. Keywords beside a reference override the
 * referenced schema.
 * @param root the whole schema, for local references.
 */
export function readPart(raw: JsonSchema, root: JsonSchema): SchemaPart {
  const known = getParts(root)
  const kept = known.get(raw)
  if (kept) return kept
  const part = read(raw, root, 0)
  known.set(raw, part)
  return part
}

/** Returns the valid params of a schema by name. */
export function readParams(schema: ParamSchema): ReadonlyMap<string, SchemaPart> {
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

export const readSchemaProperties = (
  schema: JsonSchema,
  root: JsonSchema,
): [string, SchemaPart][] =>
  Object.entries(asSchema(schema['properties']) ?? {}).flatMap(([name, raw]) =>
    isRecord(raw) ? [[name, readPart(raw, root)]] : [],
  )

// Cached, because params are read on every key press and schemas never change.
const paramsBySchema = new WeakMap<ParamSchema, ReadonlyMap<string, SchemaPart>>()
const partsByRoot = new WeakMap<JsonSchema, WeakMap<JsonSchema, SchemaPart>>()

function getParts(root: JsonSchema): WeakMap<JsonSchema, SchemaPart> {
  const known = partsByRoot.get(root)
  if (known) return known
  const parts = new WeakMap<JsonSchema, SchemaPart>()
  partsByRoot.set(root, parts)
  return parts
}

function read(raw: JsonSchema, root: JsonSchema, depth: number): SchemaPart {
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

/**
 * Merges a schema with the schema that its reference points to. Returns `undefined` without a
 * reference.
 */
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

/** Resolves the references one level deeper, because they determine the kind of the field. */
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
