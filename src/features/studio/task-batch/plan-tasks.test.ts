import { describe, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import { paramsFor, priceOfAll } from './plan-tasks.ts'
import { withSeeds } from './seeds.ts'

const pictureField = {
  type: 'object',
  properties: { file_token: { type: 'string' }, url: { type: 'string' } },
  oneOf: [{ required: ['file_token'] }, { required: ['url'] }],
  'x-ui': { widget: 'image', minSidePx: 100 },
}
const model = (id: string, properties: object, rest: object = {}): Model3d => ({
  id,
  name: id,
  provider: 'p',
  kind: '3d',
  description: '',
  paramSchema: { type: 'object', properties: { file: pictureField, ...properties }, ...rest },
})
const seeded = model('p/seeded', {
  seed: { type: 'integer', minimum: 0, maximum: 9, 'x-ui': { widget: 'seed' } },
  faces: { type: 'integer', minimum: 10, maximum: 1000 },
})
const plain = model('p/plain', { faces: { type: 'integer', maximum: 100 } }, { required: ['file'] })
const picture = { id: 'a'.repeat(20), url: '/a', name: 'a.png', widthPx: 200, heightPx: 200 }

describe('withSeeds', () => {
  it('keeps the selected seed for the first task and leaves it out of the others', () => {
    expect(withSeeds(seeded, { seed: 4, faces: 50 }, 3)).toEqual([
      { seed: 4, faces: 50 },
      { faces: 50 },
      { faces: 50 },
    ])
  })

  it('chooses other seeds itself if the model has a fixed default', () => {
    const fixed = model('p/fixed', {
      seed: { type: 'integer', default: 1, minimum: 0, maximum: 1e9, 'x-ui': { widget: 'seed' } },
    })
    const seeds = withSeeds(fixed, { seed: 1 }, 4).map(({ seed }) => seed)
    expect(new Set(seeds).size).toBe(4)
  })

  it('returns one task for a model without a seed', () => {
    expect(withSeeds(plain, { faces: 20 }, 8)).toEqual([{ faces: 20 }])
  })
})

describe('paramsFor', () => {
  const form = { model: seeded, draft: { faces: 50, seed: 3 }, picture }

  it('keeps settings that both models have, and the picture', () => {
    expect(paramsFor(plain, form, {})).toEqual({
      params: { file: { file_token: picture.id }, faces: 50 },
    })
  })

  it('explains why another model cannot be used', () => {
    expect(paramsFor(plain, { ...form, picture: undefined }, {})).toHaveProperty('problem')
    const small = { ...picture, widthPx: 20 }
    expect(paramsFor(plain, { ...form, picture: small }, {})).toEqual({
      problem: expect.stringContaining('at least 100 px') as string,
    })
  })
})

const priced = (amount: number, unit = 'credit') =>
  model(`p/${amount}`, {}, { 'x-price': { base: amount, unit, certain: true } })

describe('priceOfAll', () => {
  it('adds prices, and returns undefined if a price is unknown', () => {
    const tasks = [priced(10), priced(5)].map((one) => ({ model: one, params: {} }))
    expect(priceOfAll(tasks)).toMatchObject({ amount: 15, unit: 'credit', isCertain: true })
    expect(priceOfAll([...tasks, { model: plain, params: {} }])).toBeUndefined()
    expect(priceOfAll([...tasks, { model: priced(1, 'usd'), params: {} }])).toBeUndefined()
  })
})
