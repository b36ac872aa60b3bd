import { isRecord } from '#lib/fields.ts'
/** An unchecked JSON object of a foreign file. */
export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json => (isRecord(value) ? value : {})

/** Replaces invalid entries by empty objects, because glTF refers to entries by index. */
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])

/** Returns a positive integer, or 0. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0

export const indicesOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((index) => Number.isSafeInteger(index)) : []

export const at = (list: readonly Json[], index: unknown): Json =>
  objectOf(typeof index === 'number' ? list[index] : undefined)
