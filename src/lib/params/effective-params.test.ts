import { describe, expect, it } from 'vitest'
import { defaultParams, paramsToSend, visibleFields } from './effective-params.ts'
import { schemaOf, sculptSchema, withPicture } from './param-schemas.fixture.ts'

const on = (name: string) => ({ properties: { [name]: { const: true } } })

const isVisible = (name: string, values: Record<string, unknown>) =>
  visibleFields(sculptSchema, values).includes(name)

describe('defaultParams', () => {
  it('has every preset and fixed value, and never a seed', () => {
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
  it('leaves out fixed and hidden fields', () => {
    expect(isVisible('type', {})).toBe(false)
  })

  it('counts an untouched field with its default', () => {
    expect(isVisible('pbr', {})).toBe(true)
    expect(isVisible('pbr', { texture: false })).toBe(false)
    expect(isVisible('pbr', { texture: true })).toBe(true)
  })

  it('counts a default even where the condition says required', () => {
    const schema = schemaOf({
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

  it('hides what depends on something hidden, whatever that one holds', () => {
    expect(isVisible('upscale', { texture_quality: 'detailed' })).toBe(true)
    expect(isVisible('upscale', { texture_quality: 'detailed', texture: false })).toBe(false)
  })

  it('does not take a hidden field for an absent one, which would fit any condition', () => {
    const schema = schemaOf({
      a: { type: 'boolean', default: false },
      b: { type: 'boolean', 'x-ui': { visibleWhen: on('a') } },
      c: { 'x-ui': { visibleWhen: on('b') } },
    })
    expect(visibleFields(schema, {})).toEqual(['a'])
    expect(visibleFields(schema, { a: true, b: true })).toEqual(['a', 'b', 'c'])
  })

  it('shows the other branch of a condition when the first rests on a hidden field', () => {
    const schema = schemaOf({
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

  it('takes valueWhenHidden of a hidden field for what it is', () => {
    const schema = schemaOf({
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

  it('handles "not" and ends on conditions that run in a circle', () => {
    const schema = schemaOf({
      a: { 'x-ui': { visibleWhen: { not: { required: ['b'] } } } },
      b: { 'x-ui': { visibleWhen: { not: { required: ['a'] } } } },
    })
    expect(visibleFields(schema, { b: 1 })).toContain('b')
    expect(visibleFields(schema, {})).toEqual(['a', 'b'])
  })
})

describe('paramsToSend', () => {
  it('sends defaults, fixed values and what was filled in', () => {
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

  it('leaves hidden fields out, or forces the value that must be sent', () => {
    const sent = paramsToSend(sculptSchema, {
      texture: false,
      pbr: true,
      texture_quality: 'detailed',
    })
    expect(sent['pbr']).toBe(false)
    expect(sent).not.toHaveProperty('texture_quality')
  })

  it('leaves cleared fields out', () => {
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

  it('sends null where leaving it out would bring the default back', () => {
    expect(paramsToSend(sculptSchema, { height: null })['height']).toBeNull()
  })

  it('sends a cleared text where leaving it out would bring the default back', () => {
    const schema = schemaOf({ prompt: { type: 'string', default: 'a chair' } })
    expect(paramsToSend(schema, { prompt: '' })).toEqual({ prompt: '' })
  })

  it('never fills in a seed', () => {
    expect(paramsToSend(sculptSchema, {})).not.toHaveProperty('model_seed')
    expect(paramsToSend(sculptSchema, { model_seed: 0 })['model_seed']).toBe(0)
  })

  it('drops what the schema does not know', () => {
    expect(paramsToSend(sculptSchema, { of_another_model: 1 })).not.toHaveProperty(
      'of_another_model',
    )
  })

  it('does not fix a value that is hidden by a condition', () => {
    const schema = schemaOf({
      on: { type: 'boolean', default: false },
      mode: { const: 'fast', 'x-ui': { visibleWhen: { properties: { on: { const: true } } } } },
    })
    expect(paramsToSend(schema, {})).toEqual({ on: false })
    expect(paramsToSend(schema, { on: true })).toEqual({ on: true, mode: 'fast' })
  })
})
