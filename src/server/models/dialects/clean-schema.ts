import { isRecord } from '#lib/fields.ts'
import type { JsonSchema } from '#lib/params/param-schema.ts'
import { cutText } from '#lib/cut-text.ts'

const nodesMax = 4_000
const depthMax = 12
const textLengthMax = 1_000
const listLengthMax = 300

/**
 * JSON Schema keywords that are removed from a foreign schema: regular expressions and external
 * references.
 */
const dropped = new Set([
  'pattern',
  'patternProperties',
  '$id',
  '$schema',
  '$dynamicRef',
  '$anchor',
])

/**
 * Returns a copy of a foreign schema that is safe to store, to validate with and to render. Regular
 * expressions are removed, because some never finish.
 * @returns `undefined` if the schema is too large.
 */
export function cleanSchema(schema: unknown): JsonSchema | undefined {
  let nodes = 0
  const clean = (value: unknown, depth: number): unknown => {
    if (++nodes > nodesMax || depth > depthMax) throw new TooLargeError()
    if (typeof value === 'string') return cutText(value, textLengthMax)
    if (Array.isArray(value))
      return value.slice(0, listLengthMax).map((item) => clean(item, depth + 1))
    if (!isRecord(value)) return value
    // `__proto__` is removed, because code that copies the schema by assignment would set a
    // prototype.
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !dropped.has(key) && key !== '__proto__')
        .map(([key, part]) => [key, clean(part, depth + 1)]),
    )
  }
  try {
    const copy = clean(schema, 0)
    return isRecord(copy) ? copy : undefined
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}
