import type { ParamSchema } from '#lib/params/param-schema.ts'
import { readFields, type PictureRules } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { toPictureParam, type StudioPicture } from './picture.ts'
import { mainPictureField } from './recipe.ts'
import type { ParamDraft } from './store.ts'

/** The field of a form that contains the studio's main picture. */
export type MainPicture = {
  name: string
  title: string
  rules: PictureRules
  /** Number of side pictures including the front. Undefined for a model with a single picture. */
  places?: number
}

export function readMainPicture(schema: ParamSchema): MainPicture | undefined {
  const fields = readFields(schema)
  const field = mainPictureField(fields)
  if (field?.picture) return { name: field.name, title: field.title, rules: field.picture }
  const views = fields.find(({ kind, slots }) => kind === 'views' && slots[0]?.isRequired)
  if (!views?.picture) return undefined
  const { name, title, picture: rules, slots } = views
  return { name, title, rules, places: slots.length }
}

/** Returns whether a model is made from a text, not from pictures. */
export function isFromWords(schema: ParamSchema): boolean {
  const kinds = new Set(readFields(schema).map(({ kind }) => kind))
  return !readMainPicture(schema) && !kinds.has('pictures') && kinds.has('text')
}

/** Returns whether a model is made from photos of an object on the printed mat. */
export const isScan = (schema: ParamSchema): boolean =>
  readFields(schema).some(({ kind, downloads }) => kind === 'pictures' && downloads !== undefined)

/**
 * Adds the studio's main picture to a form's values. Keeps side pictures that the user has added.
 */
export function withMainPicture(
  draft: ParamDraft,
  main: MainPicture | undefined,
  picture: StudioPicture | undefined,
): ParamDraft {
  if (!main || !picture) return draft
  const value = toPictureParam(picture, main.rules)
  if (main.places === undefined) return { ...draft, [main.name]: value }
  if (ownValue(draft, main.name) !== undefined) return draft
  const rest = Array.from({ length: main.places - 1 }, () => ({}))
  return { ...draft, [main.name]: [value, ...rest] }
}
