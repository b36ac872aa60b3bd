import { isEqual } from './matches.ts'
import { asList, asText, isRecord } from '#lib/fields.ts'
import { ownValue, setOwn } from '../own-value.ts'
import { asSchema, type Params, type ParamSchema } from './param-schema.ts'
import { readParams } from './read-part.ts'

/** A named set of param values. Applying a preset keeps all other params. */
export type ParamPreset = {
  name: string
  description?: string
  set: { readonly [name: string]: unknown }
}

/** Returns the presets in `x-presets`, except those that set unknown params. */
export function readPresets(schema: ParamSchema): ParamPreset[] {
  return asList(schema['x-presets']).flatMap((entry) => {
    const preset = asSchema(entry)
    const name = asText(preset?.['name'])
    const set = preset?.['set']
    if (name === undefined || !isRecord(set)) return []
    if (!Object.keys(set).every((param) => Object.hasOwn(schema.properties, param))) return []
    const description = asText(preset?.['description'])
    return [{ name, set, ...(description !== undefined && { description }) }]
  })
}

/**
 * Applies a preset to a form's values. A param whose new value equals the default counts as
 * untouched.
 */
export function withPreset(schema: ParamSchema, values: Params, preset: ParamPreset): Params {
  const next: Record<string, unknown> = { ...values }
  for (const [name, value] of Object.entries(preset.set)) {
    if (value === null || isEqual(value, getDefault(schema, name))) delete next[name]
    else setOwn(next, name, value)
  }
  return next
}

export const isPresetOn = (schema: ParamSchema, values: Params, { set }: ParamPreset): boolean =>
  Object.entries(set).every(([name, wanted]) => {
    const preset = getDefault(schema, name)
    const held =
      ownValue(values, name) === undefined || ownValue(values, name) === null
        ? preset
        : ownValue(values, name)
    return isEqual(held, wanted === null ? preset : wanted)
  })

const getDefault = (schema: ParamSchema, name: string): unknown =>
  readParams(schema).get(name)?.schema['default'] ?? undefined
