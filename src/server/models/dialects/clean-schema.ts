import { isRecord } from '#lib/fields.ts'
import type { JsonSchema } from '#lib/params/param-schema.ts'
import { cutText } from '#lib/cut-text.ts'

const nodesMax = 4_000
const depthMax = 12
const textLengthMax = 1_000
const listLengthMax = 300

/** What a foreign schema may not bring along: code of a kind (`pattern`), and ways out of itself. */
const dropped = new Set([
  'pattern',
  'patternProperties',
  '$id',
  '$schema',
  '$dynamicRef',
  '$anchor',
])

/**
 * A copy of a foreign schema that is safe to keep, to check params with and to draw a form from: bounded
 * in size, and without regular expressions, which could be made to take for ever.
 *
 * @returns `undefined` when it is too large to be a schema of params.
 */
export function cleanSchema(schema: unknown): JsonSchema | undefined {
  let nodes = 0
  const clean = (value: unknown, depth: number): unknown => {
    if (++nodes > nodesMax || depth > depthMax) throw new TooLargeError()
    if (typeof value === 'string') return cutText(value, textLengthMax)
    if (Array.isArray(value))
      return value.slice(0, listLengthMax).map((item) => clean(item, depth + 1))
    if (!isRecord(value)) return value
    // Made without a prototype's setters in the way: a key `__proto__` stays a key.
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
