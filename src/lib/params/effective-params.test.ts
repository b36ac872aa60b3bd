import { describe, expect, it } from 'vitest'
import { defaultParams, paramsToSend, visibleFields } from './effective-params.ts'
import { createParamSchema, sculptSchema, withPicture } from './param-schemas.fixture.ts'

const on = (name: string) => ({ properties: { [name]: { const: true } } })

const isVisible = (name: string, values: Record<string, unknown>) =>
  visibleFields(sculptSchema, values).includes(name)

describe('defaultParams', () => {
  it('returns default and fixed values but no seed', () => {
    expect(defaultParams(sculptSchema)).toEqual({
      type: 'image_to_model',
      model_version: 'v3.1',
      texture: true,
      pbr: true,
      texture_quality: 'standard',
      quad: false,
      parts: false,
      height: 1.7,
    })
  })
})

describe('visibleFields', () => {
  it('omits fixed and hidden fields', () => {
    expect(isVisible('type', {})).toBe(false)
  })

  it('uses the default of an untouched field in conditions', () => {
    expect(isVisible('pbr', {})).toBe(true)
    expect(isVisible('pbr', { texture: false })).toBe(false)
    expect(isVisible('pbr', { texture: true })).toBe(true)
  })

  it('uses a field’s default if a condition only requires that the field exists', () => {
    const schema = createParamSchema({
      remesh: { type: 'boolean', default: true },
      count: {
        'x-ui': {
          visibleWhen: { properties: { remesh: { const: true } }, required: ['remesh'] },
        },
      },
    })
    expect(visibleFields(schema, {})).toEqual(['remesh', 'count'])
    expect(visibleFields(schema, { remesh: null })).toEqual(['remesh'])
  })

  it('hides fields whose condition depends on a hidden field, whatever its value', () => {
    expect(isVisible('upscale', { texture_quality: 'detailed' })).toBe(true)
    expect(isVisible('upscale', { texture_quality: 'detailed', texture: false })).toBe(false)
  })

  it('does not treat a hidden field as missing, because many conditions are true for a missing field', () => {
    const schema = createParamSchema({
      a: { type: 'boolean', default: false },
      b: { type: 'boolean', 'x-ui': { visibleWhen: on('a') } },
      c: { 'x-ui': { visibleWhen: on('b') } },
    })
    expect(visibleFields(schema, {})).toEqual(['a'])
    expect(visibleFields(schema, { a: true, b: true })).toEqual(['a', 'b', 'c'])
  })

  it('uses the other branch of a condition whose first branch depends on a hidden field', () => {
    const schema = createParamSchema({
      kind: { enum: ['standard', 'smart'], default: 'standard' },
      remesh: {
        type: 'boolean',
        'x-ui': { visibleWhen: { properties: { kind: { const: 'standard' } } } },
      },
      count: {
        type: 'integer',
        'x-ui': {
          visibleWhen: {
            anyOf: [
              { properties: { remesh: { const: true } }, required: ['remesh'] },
              { properties: { kind: { const: 'smart' } }, required: ['kind'] },
            ],
          },
        },
      },
    })
    expect(visibleFields(schema, { remesh: true, kind: 'smart' })).toEqual(['kind', 'count'])
    expect(visibleFields(schema, {})).toEqual(['kind', 'remesh'])
  })

  it('uses valueWhenHidden of a hidden field in conditions', () => {
    const schema = createParamSchema({
      a: { type: 'boolean', default: false },
      b: {
        type: 'boolean',
        'x-ui': { visibleWhen: { properties: { a: { const: true } } }, valueWhenHidden: false },
      },
      c: { 'x-ui': { visibleWhen: { properties: { b: { const: false } }, required: ['b'] } } },
    })
    expect(visibleFields(schema, { b: true })).toEqual(['a', 'c'])
    expect(visibleFields(schema, { a: true, b: true })).toEqual(['a', 'b'])
  })

  it('supports "not", and ends for cyclic conditions', () => {
    const schema = createParamSchema({
      a: { 'x-ui': { visibleWhen: { not: { required: ['b'] } } } },
      b: { 'x-ui': { visibleWhen: { not: { required: ['a'] } } } },
    })
    expect(visibleFields(schema, { b: 1 })).toContain('b')
    expect(visibleFields(schema, {})).toEqual(['a', 'b'])
  })
})

describe('paramsToSend', () => {
  it('contains defaults, fixed values and entered values', () => {
    expect(paramsToSend(sculptSchema, { ...withPicture, face_limit: 900 })).toEqual({
      type: 'image_to_model',
      file: { file_token: 'abc' },
      model_version: 'v3.1',
      face_limit: 900,
      texture: true,
      pbr: true,
      texture_quality: 'standard',
      quad: false,
      parts: false,
      height: 1.7,
    })
  })

  it('omits hidden fields, or sends their valueWhenHidden', () => {
    const sent = paramsToSend(sculptSchema, {
      texture: false,
      pbr: true,
      texture_quality: 'detailed',
    })
    expect(sent['pbr']).toBe(false)
    expect(sent).not.toHaveProperty('texture_quality')
  })

  it('leaves out fields that the user emptied', () => {
    const sent = paramsToSend(sculptSchema, {
      face_limit: null,
      prompt: '',
      box: [],
      model_seed: null,
    })
    for (const name of ['face_limit', 'prompt', 'box', 'model_seed']) {
      expect(sent).not.toHaveProperty(name)
    }
  })

  it('sends null if leaving the field out would restore the default', () => {
    expect(paramsToSend(sculptSchema, { height: null })['height']).toBeNull()
  })

  it('sends an empty text if leaving the field out would restore the default', () => {
    const schema = createParamSchema({ prompt: { type: 'string', default: 'a chair' } })
    expect(paramsToSend(schema, { prompt: '' })).toEqual({ prompt: '' })
  })

  it('never adds a seed', () => {
    expect(paramsToSend(sculptSchema, {})).not.toHaveProperty('model_seed')
    expect(paramsToSend(sculptSchema, { model_seed: 0 })['model_seed']).toBe(0)
  })

  it('drops unknown params', () => {
    expect(paramsToSend(sculptSchema, { of_another_model: 1 })).not.toHaveProperty(
      'of_another_model',
    )
  })

  it('does not send a fixed value whose condition is false', () => {
    const schema = createParamSchema({
      on: { type: 'boolean', default: false },
      mode: { const: 'fast', 'x-ui': { visibleWhen: { properties: { on: { const: true } } } } },
    })
    expect(paramsToSend(schema, {})).toEqual({ on: false })
    expect(paramsToSend(schema, { on: true })).toEqual({ on: true, mode: 'fast' })
  })
})
