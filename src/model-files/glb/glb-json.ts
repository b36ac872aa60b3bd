import { isRecord } from '#lib/fields.ts'
/** Something out of a file's description, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json => (isRecord(value) ? value : {})

/** Keeps the places of odd entries, because glTF refers to entries by index. */
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])

/** A positive whole number, or 0. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0

export const indicesOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((index) => Number.isSafeInteger(index)) : []

export const at = (list: readonly Json[], index: unknown): Json =>
  objectOf(typeof index === 'number' ? list[index] : undefined)
