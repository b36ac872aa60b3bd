/**
 * An untrusted object such as parsed JSON. Values are checked one by one, so that an invalid value
 * does not affect the others.
 */

export type Fields = Record<string, unknown>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asRecord = (value: unknown): Fields => (isRecord(value) ? value : {})

export const isList = (value: unknown): value is unknown[] => Array.isArray(value)

export const asList = (value: unknown): readonly unknown[] => (isList(value) ? value : [])

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

export const asTexts = (value: unknown): string[] =>
  asList(value).filter((item) => typeof item === 'string')

export const asString = (value: unknown): string => (typeof value === 'string' ? value : '')
