import { describe, expect, it } from 'vitest'
import { completeParams, defaultEngineParams, seedFactors } from './params.ts'

describe('completeParams', () => {
  it('fills in missing values', () => {
    expect(completeParams({ thickness: 0.5 })).toEqual({ ...defaultEngineParams, thickness: 0.5 })
  })

  it.each([
    { face_limit: 99 },
    { face_limit: 500_001 },
    { face_limit: Number.NaN },
    { thickness: 0.1 },
    { depth: 0 },
    { depth: Number.NaN },
    { detail: 2.6 },
    { style: 'cubist' as never },
    { texture_size: 333 as never },
    { texture_format: 'ktx2' as never },
    { model_seed: 0.5 },
  ])('rejects the params %o', (params) => {
    expect(() => completeParams(params)).toThrow(expect.objectContaining({ code: 'out_of_bounds' }))
  })
})

describe('seedFactors', () => {
  it('returns 1 for seed 0 and values near 1 for any other seed', () => {
    expect(seedFactors(0)).toEqual({ thickness: 1, detail: 1 })
    for (let seed = 1; seed < 200; seed++) {
      const { thickness, detail } = seedFactors(seed)
      expect(Math.abs(thickness - 1)).toBeLessThanOrEqual(0.06)
      expect(Math.abs(detail - 1)).toBeLessThanOrEqual(0.15)
    }
    expect(seedFactors(1)).not.toEqual(seedFactors(2))
  })
})
