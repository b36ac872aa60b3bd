import { isRecord } from '#lib/fields.ts'
/** A JSON object from a foreign file, not validated. */
export type Json = Readonly<Record<string, unknown>>

export const toObject = (value: unknown): Json => (isRecord(value) ? value : {})

/**
 * Returns a list of objects. Invalid entries become empty objects, because glTF refers to entries
 * by index.
 */
export const toObjectList = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(toObject) : []

export const toCount = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0

export const toIndices = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((index) => Number.isSafeInteger(index)) : []

export const at = (list: readonly Json[], index: unknown): Json =>
  toObject(typeof index === 'number' ? list[index] : undefined)
