import { isRecord } from '#lib/fields.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { readFields, type Field } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { t } from '#languages/studio.ts'
import { isFilled, getViewValues, writeViews } from './views-value.ts'
import type { ParamDraft } from './store.ts'
import { readMainPicture, withMainPicture } from './main-picture.ts'
import { toPictureParam, type StudioPicture } from './picture.ts'

export type PictureSlot = {
  key: string
  title: string
  isRequired: boolean
  field: Field
  at: number
}

/** Storage of the slots' values: the studio's main picture, and the values of a form. */
export type SlotValues = { picture: StudioPicture | undefined; draft: ParamDraft }

/** Maximum number of slots for a list without a limit. */
const listMax = 8

/**
 * Returns every slot for a picture of the object, the main slot first. Masks and style pictures
 * have no slot.
 */
export function getPictureSlots(schema: ParamSchema): PictureSlot[] {
  const fields = readFields(schema)
  const main = readMainPicture(schema)
  const mainField = fields.find(({ name }) => name === main?.name)
  const several = fields.find(
    (field) => field !== mainField && (field.kind === 'views' || field.kind === 'pictures'),
  )
  return [mainField, several].flatMap((field) =>
    field ? placesIn(field, several !== undefined) : [],
  )
}

function placesIn(field: Field, isOneOfSeveral: boolean): PictureSlot[] {
  const { name, title, required, slots, countMax = listMax } = field
  if (field.kind === 'views') {
    return slots.map((slot, at) => ({
      key: `${name}/${slot.name}`,
      title: slot.title,
      isRequired: slot.isRequired,
      field,
      at,
    }))
  }
  if (field.kind === 'pictures') {
    return Array.from({ length: Math.min(countMax, listMax) }, (_, at) => ({
      key: `${name}/${at}`,
      title: t('Picture {at}', { at: at + 1 }),
      isRequired: required && at === 0,
      field,
      at,
    }))
  }
  return [
    { key: name, title: isOneOfSeveral ? t('Front') : title, isRequired: required, field, at: 0 },
  ]
}

export function isSlotFilled(
  schema: ParamSchema,
  { field, at }: PictureSlot,
  held: SlotValues,
): boolean {
  const value = ownValue(
    withMainPicture(held.draft, readMainPicture(schema), held.picture),
    field.name,
  )
  return field.kind === 'picture' ? isFilled(value) : isFilled(getEntryPictures(field, value)[at])
}

export const findEmptySlot = (schema: ParamSchema, held: SlotValues): PictureSlot | undefined =>
  getPictureSlots(schema).find((place) => !isSlotFilled(schema, place, held))

export function withoutSlotPictures(schema: ParamSchema, draft: ParamDraft): ParamDraft {
  const names = new Set(getPictureSlots(schema).map(({ field }) => field.name))
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.has(name)))
}

export type SlottedPicture = { place: PictureSlot; picture: StudioPicture }

export function setSlotPicture(
  schema: ParamSchema,
  held: SlotValues,
  { place: { field, at }, picture }: SlottedPicture,
): SlotValues {
  const main = readMainPicture(schema)
  const isMain = main?.name === field.name
  if (
    isMain &&
    (main.places === undefined || (at === 0 && ownValue(held.draft, field.name) === undefined))
  ) {
    return { ...held, picture }
  }
  const value = ownValue(withMainPicture(held.draft, main, held.picture), field.name)
  const content = getEntryPictures(field, value)
  while (content.length <= at) content.push(undefined)
  const next = content.with(at, toPictureParam(picture, field.picture))
  const written = field.kind === 'views' ? writeViews(field, next) : next.filter(isFilled)
  return { ...held, draft: { ...held.draft, [field.name]: written } }
}

export function getEntryPictures(field: Field, value: unknown): unknown[] {
  if (field.kind === 'views') return getViewValues(field, value)
  return Array.isArray(value)
    ? value.map((one: unknown) => (isRecord(one) || typeof one === 'string' ? one : undefined))
    : []
}

const sideWords: Record<string, RegExp> = {
  front: /front|face|vorn/i,
  left: /left|links/i,
  right: /right|rechts/i,
  back: /back|rear|behind|hinten/i,
  top: /top|above|oben/i,
  bottom: /bottom|below|unten/i,
}

/**
 * Returns whether file names look like sides of one object: the names mention sides, or they differ
 * only in a number.
 */
export function areViews(names: readonly string[], placeCount: number): boolean {
  const sides = Object.values(sideWords).filter((word) => names.some((name) => word.test(name)))
  if (sides.length > 1) return true
  const stems = new Set(
    names.map((name) => name.replace(/\.[^.]*$/, '').replace(/[\d\s()_-]+/g, '')),
  )
  // Cameras number all pictures, so more pictures than slots probably show several objects.
  return names.length > 1 && names.length <= placeCount && stems.size === 1
}

/**
 * Assigns pictures to the slots that their names mention, and the other pictures in order.
 * @returns the key of the slot for each name, or `undefined` if no slot is left.
 */
export function assignSlots(
  places: readonly PictureSlot[],
  names: readonly string[],
): (string | undefined)[] {
  const free = new Map(places.map((place) => [place.key, place]))
  const keys: (string | undefined)[] = names.map((name) => {
    const place = [...free.values()].find(({ title }) =>
      Object.entries(sideWords).some(
        ([side, word]) => title.toLowerCase().startsWith(side) && word.test(name),
      ),
    )
    if (place) free.delete(place.key)
    return place?.key
  })
  return keys.map((key) => {
    if (key !== undefined) return key
    const [next] = free.values()
    if (next) free.delete(next.key)
    return next?.key
  })
}
