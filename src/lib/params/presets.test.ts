import { describe, expect, it } from 'vitest'
import { isPresetOn, readPresets, withPreset } from './presets.ts'
import { createParamSchema } from './param-schemas.fixture.ts'

const schema = createParamSchema(
  { steps: { type: 'integer', default: 30 }, bare: { type: 'boolean', default: false } },
  {
    'x-presets': [
      { name: 'Standard', set: { steps: null, bare: null } },
      { name: 'Fast', description: 'Rough.', set: { steps: 5, bare: false } },
      { name: 'Broken', set: { speed: 9 } },
      { set: { steps: 1 } },
      'Nothing',
    ],
  },
)
const presets = readPresets(schema)
const [standard, fast] = presets

describe('param presets', () => {
  it('leave out presets that set unknown params', () => {
    expect(presets.map(({ name }) => name)).toEqual(['Standard', 'Fast'])
  })

  it('set only the params of the preset, and remove a param whose value in the preset is its default', () => {
    expect(withPreset(schema, { bare: true, other: 1 }, fast!)).toEqual({ steps: 5, other: 1 })
    expect(withPreset(schema, { steps: 5, bare: true }, standard!)).toEqual({})
  })

  it('are active if the form has their values, even if the user entered them', () => {
    expect(isPresetOn(schema, {}, standard!)).toBe(true)
    expect(isPresetOn(schema, { steps: 30 }, standard!)).toBe(true)
    expect(isPresetOn(schema, { steps: 5 }, standard!)).toBe(false)
    expect(isPresetOn(schema, { steps: 5 }, fast!)).toBe(true)
    expect(isPresetOn(schema, { steps: 5, bare: true }, fast!)).toBe(false)
  })
})
