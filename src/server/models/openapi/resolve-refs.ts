import { asList, asText, isRecord } from '#lib/fields.ts'
import { followPointer } from '#lib/params/follow-pointer.ts'
import { asSchema, type JsonSchema } from '#lib/params/param-schema.ts'

const nodesMax = 20_000
const depthMax = 16

/** Keywords that do not restrict values. */
const dropped = new Set(['discriminator', 'xml', 'externalDocs', 'readOnly', 'writeOnly', '$ref'])

/**
 * Replaces all references in a schema of an OpenAPI document by their targets. Only references
 * within the document are resolved.
 * @returns `undefined` if a reference is broken or circular, or the result is too large.
 */
export function resolveRefs(document: unknown, schema: unknown): JsonSchema | undefined {
  let nodes = 0
  const resolve = (value: unknown, depth: number): unknown => {
    if (++nodes > nodesMax || depth > depthMax) throw new TooDeepError()
    if (Array.isArray(value)) return value.map((item) => resolve(item, depth + 1))
    if (!isRecord(value)) return value
    const target = asText(value['$ref'])
    const found = target === undefined ? {} : resolve(followPointer(document, target), depth + 1)
    const own = Object.fromEntries(
      Object.entries(value)
        .filter(([keyword]) => !dropped.has(keyword))
        .map(([keyword, part]) => [keyword, resolve(part, depth + 1)]),
    )
    return modern({ ...asSchema(found), ...own })
  }
  try {
    return asSchema(resolve(schema, 0))
  } catch (error) {
    if (error instanceof TooDeepError) return undefined
    throw error
  }
}

class TooDeepError extends Error {
  override readonly name = 'TooDeepError'
}

function modern(schema: JsonSchema): JsonSchema {
  const { allOf, example, ...rest } = schema
  // Some documents describe the allowed values in a separate schema, as the only part of `allOf`.
  const merged: Record<string, unknown> = Object.assign({}, ...asList(allOf), rest)
  if (example !== undefined) merged['examples'] ??= [example]
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof merged[exclusive] !== 'boolean') continue
    if (merged[exclusive]) merged[exclusive] = merged[bound]
    else delete merged[exclusive]
    if (merged[exclusive] !== undefined) delete merged[bound]
  }
  return merged
}
