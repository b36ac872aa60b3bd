import type { Model3d } from '#contract/models.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import { isEqual } from '#lib/params/matches.ts'
import { getHints, type Params, type ParamSchema } from '#lib/params/param-schema.ts'
import { readParams } from '#lib/params/read-part.ts'
import { renewParams, type ReplacedSetting } from '#lib/params/renew-params.ts'
import { readFields, type Field } from '#lib/params/read-fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { pictureOfValue, type StudioPicture } from './picture.ts'
import type { ParamDraft } from './store.ts'

/**
 * Returns the form's values for the params of an earlier task. Replaces values that the provider no
 * longer accepts.
 */
export function sameSettings(
  model: Model3d,
  params: Params,
  pictureUrl: string | undefined,
): { draft: ParamDraft; picture: StudioPicture | undefined; replaced: readonly ReplacedSetting[] } {
  const main = mainPictureField(readFields(model.paramSchema))
  const { params: renewed, replaced } = renewParams(model.paramSchema, params)
  return {
    draft: toDraft(model.paramSchema, renewed, main?.name),
    picture: main && pictureOfValue(ownValue(renewed, main.name), pictureUrl),
    replaced,
  }
}

/**
 * Returns the form's values that result in the given params.
 * @param except name of the field that is stored elsewhere.
 */
export function toDraft(
  schema: ParamSchema,
  params: Params,
  except: string | undefined,
): ParamDraft {
  const draft: Record<string, unknown> = {}
  const open = [...readParams(schema)].filter(
    ([name, { schema: field }]) => name !== except && !('const' in field),
  )
  for (const [name, { schema: field }] of open) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    const preset = getHints(field)['widget'] === 'seed' ? undefined : field['default']
    if (value !== undefined && !isEqual(value, preset)) setOwn(draft, name, value)
  }
  const sent = paramsToSend(schema, draft)
  for (const [name] of open) {
    // A param with a default is only missing if the user emptied the field.
    if (Object.hasOwn(sent, name) && !Object.hasOwn(params, name)) setOwn(draft, name, null)
  }
  return draft
}

/** Returns whether two tasks have the same params. Ignores a seed that was not chosen. */
export const isMadeWith = ({ paramSchema }: Model3d, made: Params, sent: Params): boolean =>
  readFields(paramSchema).every(
    ({ name, kind, default: preset }) =>
      (kind === 'seed' && ownValue(sent, name) === undefined) ||
      isEqual(ownValue(made, name) ?? preset, ownValue(sent, name) ?? preset),
  )

/** Returns the field of the main picture, which is the first field with a single picture. */
export function mainPictureField(fields: readonly Field[]): Field | undefined {
  const single = fields.filter(({ kind }) => kind === 'picture')
  return single.find(({ required }) => required) ?? single.find(({ advanced }) => !advanced)
}

/**
 * Returns the params with another seed, or `undefined` if the model takes no seed. Omits the seed
 * if the model chooses a seed itself.
 */
export function otherSeed(
  model: Model3d,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const seeds = readFields(model.paramSchema).filter(({ kind }) => kind === 'seed')
  if (seeds.length === 0) return undefined
  const changed: Record<string, unknown> = { ...renewParams(model.paramSchema, params).params }
  for (const { name, fallback, min = 0, max = 2 ** 31 - 1 } of seeds) {
    if (fallback === undefined) delete changed[name]
    else setOwn(changed, name, Math.floor(min + Math.random() * (max - min + 1)))
  }
  return changed
}
