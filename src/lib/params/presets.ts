import { isEqual } from './matches.ts'
import { asList, asText, isRecord } from '#lib/fields.ts'
import { ownValue, setOwn } from '../own-value.ts'
import { asSchema, type Params, type ParamSchema } from './param-schema.ts'
import { readParams } from './read-part.ts'

/** A named patch of params: what it sets, and nothing else, changes. */
export type Preset = {
  name: string
  description?: string
  /** `null` takes a param back to its default. */
  set: { readonly [name: string]: unknown }
}

/** The presets of a schema's `x-presets`, without those that set something it does not have. */
export function readPresets(schema: ParamSchema): Preset[] {
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

/** A form's values with a preset laid over them. What equals the default becomes untouched. */
export function withPreset(schema: ParamSchema, values: Params, preset: Preset): Params {
  const next: Record<string, unknown> = { ...values }
  for (const [name, value] of Object.entries(preset.set)) {
    if (value === null || isEqual(value, defaultOf(schema, name))) delete next[name]
    else setOwn(next, name, value)
  }
  return next
}

/** Whether a form stands as the preset would have it. */
export const isPresetOn = (schema: ParamSchema, values: Params, { set }: Preset): boolean =>
  Object.entries(set).every(([name, wanted]) => {
    const preset = defaultOf(schema, name)
    const held =
      ownValue(values, name) === undefined || ownValue(values, name) === null
        ? preset
        : ownValue(values, name)
    return isEqual(held, wanted === null ? preset : wanted)
  })

const defaultOf = (schema: ParamSchema, name: string): unknown =>
  readParams(schema).get(name)?.schema['default'] ?? undefined
