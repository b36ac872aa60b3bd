import { describe, expect, it } from 'vitest'
import { logScale, positionMax, usualStep } from './slider-scale.ts'

describe('logScale', () => {
  const faces = logScale({ min: 100, max: 200_000, step: 1 })

  it('returns exactly the minimum and maximum at the ends', () => {
    expect(faces.fromPosition(0)).toBe(100)
    expect(faces.fromPosition(positionMax)).toBe(200_000)
    expect(faces.toPosition(100)).toBe(0)
    expect(faces.toPosition(200_000)).toBe(positionMax)
  })

  it('gives each doubling the same length', () => {
    const way = faces.toPosition(400) - faces.toPosition(200)
    expect(faces.toPosition(40_000) - faces.toPosition(20_000)).toBeCloseTo(way)
  })

  it('returns round numbers', () => {
    for (let position = 1; position < positionMax; position += 7) {
      const value = faces.fromPosition(position)
      expect(Number(value.toPrecision(2))).toBe(value)
    }
  })

  it('respects the step of the field', () => {
    const coarse = logScale({ min: 5_000, max: 2_000_000, step: 5_000 })
    expect(coarse.fromPosition(100) % 5_000).toBe(0)
  })

  it('clamps values outside the range', () => {
    expect(faces.toPosition(5)).toBe(0)
    expect(faces.toPosition(1e9)).toBe(positionMax)
  })

  it.each([
    [20_000, 1, 21_000],
    [20_000, -1, 19_000],
    [10_000, -1, 9_900],
    [99, 1, 100],
    [200_000, 1, 200_000],
  ] as const)(
    'returns the next round value after %i in direction %i: %i',
    (value, direction, next) => {
      expect(faces.next(value, direction)).toBe(next)
    },
  )
})

describe('usualStep', () => {
  it('returns whole numbers for integers, and small steps for short ranges', () => {
    expect(usualStep(true, 0, 10_000)).toBe(1)
    expect(usualStep(false, 0.2, 2)).toBeCloseTo(0.01)
    expect(usualStep(false, 0, 2.5)).toBeCloseTo(0.01)
    expect(usualStep(false, -Infinity, 5)).toBe(0.1)
  })
})
