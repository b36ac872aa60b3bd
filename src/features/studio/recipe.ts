import type { Model3d } from '#contract/models.ts'
import { isEqual } from '#lib/params/matches.ts'
import { readFields, type Field } from '#lib/params/read-fields.ts'
import { pictureOfValue, type Picture } from './picture.ts'
import type { Draft } from './store.ts'

/** What a form needs to stand as it stood when these params were sent. */
export function sameSettings(
  model: Model3d,
  params: Readonly<Record<string, unknown>>,
  pictureUrl: string | undefined,
): { draft: Draft; picture: Picture | undefined } {
  const fields = readFields(model.paramSchema)
  const main = mainPictureField(fields)
  const draft: Record<string, unknown> = {}
  for (const field of fields) {
    if (field.name === main?.name) continue
    const value = Object.hasOwn(params, field.name) ? params[field.name] : undefined
    if (value !== undefined && !isEqual(value, field.default)) draft[field.name] = value
    // What was left out on purpose, although there is a default.
    else if (value === undefined && field.default !== undefined) draft[field.name] = null
  }
  return { draft, picture: main && pictureOfValue(params[main.name], pictureUrl) }
}

/** The field that the studio's picture goes into: the first one that takes a single picture. */
export function mainPictureField(fields: readonly Field[]): Field | undefined {
  const single = fields.filter(({ kind }) => kind === 'picture')
  return single.find(({ required }) => required) ?? single.find(({ advanced }) => !advanced)
}

/**
 * The same params with another seed; `undefined` when the model takes none. The seed is left out where
 * the model then draws one, and drawn here where it would take its own.
 */
export function otherSeed(
  model: Model3d,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const seeds = readFields(model.paramSchema).filter(({ kind }) => kind === 'seed')
  if (seeds.length === 0) return undefined
  const changed = { ...params }
  for (const { name, fallback, min = 0, max = 2 ** 31 - 1 } of seeds) {
    if (fallback === undefined) delete changed[name]
    else changed[name] = Math.floor(min + Math.random() * (max - min + 1))
  }
  return changed
}
