/**
 * Values of which nothing is known yet, such as parsed JSON from another server or file, read one by one so
 * that an odd one spoils only itself.
 */

/** An object's fields, of which nothing is known yet. */
export type Fields = Record<string, unknown>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `value` when it is an object, else one without fields. */
export const asRecord = (value: unknown): Fields => (isRecord(value) ? value : {})

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** `value` when it is a whole number above 0. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** The strings of a list. */
export const asTexts = (value: unknown): string[] =>
  asList(value).filter((item) => typeof item === 'string')

/** `value` when it is a string, else the empty one. */
export const asString = (value: unknown): string => (typeof value === 'string' ? value : '')
