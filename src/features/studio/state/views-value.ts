import { withBase } from '#lib/base-path.ts'
import { asRecord, isRecord } from '#lib/fields.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'

/** Returns the value of each slot of a field for several sides. Undefined for an empty slot. */
export function getViewValues({ slots, viewKeys }: Field, value: unknown): unknown[] {
  const held: readonly unknown[] = Array.isArray(value) ? value : []
  if (!viewKeys) return slots.map((_, at) => held[at])
  return slots.map(({ name }) => {
    const view = held.find((entry) => isRecord(entry) && ownValue(entry, viewKeys.side) === name)
    return isRecord(view) ? ownValue(view, viewKeys.picture) : undefined
  })
}

/** Returns the field's value for the values of its slots, or `undefined` if all slots are empty. */
export function writeViews({ slots, viewKeys }: Field, places: readonly unknown[]): unknown {
  if (places.every((place) => !isFilled(place))) return undefined
  if (!viewKeys) return places.map((place) => (isFilled(place) ? place : {}))
  return slots.flatMap(({ name }, at) =>
    isFilled(places[at]) ? [{ [viewKeys.side]: name, [viewKeys.picture]: places[at] }] : [],
  )
}

export const isFilled = (place: unknown): boolean =>
  typeof place === 'string' ? place !== '' : isRecord(place) && Object.keys(place).length > 0

export function getPictureUrl(value: unknown): string | undefined {
  if (typeof value === 'string') return withBase(value)
  const { file_token: token, url } = asRecord(value)
  if (typeof url === 'string') return withBase(url)
  return typeof token === 'string' ? withBase(`/api/files/${token}/content`) : undefined
}
