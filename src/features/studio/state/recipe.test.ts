import { describe, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import { toDraft, otherSeed, sameSettings } from './recipe.ts'

const model = (seed: Record<string, unknown> = {}): Model3d => ({
  id: 'm',
  name: 'M',
  provider: 'local',
  kind: '3d',
  description: '',
  paramSchema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'object',
        properties: { file_token: { type: 'string' }, url: { type: 'string' } },
      },
      faces: { type: 'integer', default: 20_000 },
      style: { enum: ['a', 'b'] },
      seed: { type: 'integer', minimum: 5, maximum: 9, 'x-ui': { widget: 'seed' }, ...seed },
    },
  },
})

describe('sameSettings', () => {
  it('returns the values that differ from the defaults, and the picture', () => {
    const params = { file: { file_token: 'abc' }, faces: 500, style: 'b', seed: 7, gone: 1 }
    expect(sameSettings(model(), params, '/api/files/abc')).toEqual({
      draft: { faces: 500, style: 'b', seed: 7 },
      picture: { id: 'abc', url: '/api/files/abc', name: 'Picture' },
      replaced: [],
    })
  })

  it('replaces values that the provider no longer accepts, and keeps the picture of a renamed param', () => {
    const renewed: Model3d = {
      ...model(),
      paramSchema: {
        type: 'object',
        properties: {
          input: { type: 'string', 'x-ui': { widget: 'image', formerNames: ['file'] } },
          style: {
            enum: ['b', 'c'],
            title: 'Style',
            'x-ui': { retired: { a: { on: '2026-10-10', use: 'c' } } },
          },
        },
      },
    }
    const params = { file: { file_token: 'abc' }, style: 'a' }
    expect(sameSettings(renewed, params, undefined)).toEqual({
      draft: { style: 'c' },
      picture: { url: '/api/files/abc/content', name: 'Picture' },
      replaced: [{ title: 'Style', from: 'a', to: 'C', on: '2026-10-10' }],
    })
    expect(otherSeed(renewed, params)).toBeUndefined()
  })

  it('leaves a field untouched if its default was sent', () => {
    expect(sameSettings(model(), { faces: 20_000 }, undefined)).toEqual({
      draft: {},
      picture: undefined,
      replaced: [],
    })
  })

  it('sets a field to `null` if its param has a default but was not sent', () => {
    expect(sameSettings(model(), {}, undefined).draft).toEqual({ faces: null })
  })
})

describe('toDraft', () => {
  const schema = {
    type: 'object' as const,
    properties: {
      task: { const: 'x' },
      unwrap: { type: 'boolean', 'x-ui': { hidden: true } },
      texture: { type: 'boolean', default: true },
      quality: {
        enum: ['low', 'high'],
        default: 'low',
        'x-ui': { visibleWhen: { properties: { texture: { const: true } } } },
      },
    },
  }

  it('keeps hidden params and leaves out constant params', () => {
    expect(toDraft(schema, { task: 'x', unwrap: false, quality: 'low' }, undefined)).toEqual({
      unwrap: false,
      texture: null,
    })
  })

  it('does not treat hidden params as emptied by the user', () => {
    expect(toDraft(schema, { texture: false }, undefined)).toEqual({ texture: false })
  })
})

describe('otherSeed', () => {
  it('leaves the seed out if the model chooses one itself', () => {
    expect(otherSeed(model(), { faces: 500, seed: 7 })).toEqual({ faces: 500 })
  })

  it('chooses a seed if the model has a fixed default', () => {
    for (let round = 0; round < 50; round++) {
      const seed = otherSeed(model({ default: 5 }), {})?.['seed']
      expect(Number.isInteger(seed)).toBe(true)
      expect(seed).toBeGreaterThanOrEqual(5)
      expect(seed).toBeLessThanOrEqual(9)
    }
  })

  it('returns undefined for a model without seeds', () => {
    expect(otherSeed(model({ 'x-ui': {} }), {})).toBeUndefined()
  })
})
