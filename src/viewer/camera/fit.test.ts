import { describe, expect, it } from 'vitest'
import { fitDistance, pixelRatioFor } from './fit.ts'

describe('fitDistance', () => {
  it('returns a distance at which a sphere touches the upper and lower edge of a wide view', () => {
    const distance = fitDistance(2, 60, 16 / 9)
    expect(Math.asin(2 / distance)).toBeCloseTo(Math.PI / 6)
  })

  it('fits the width if it is the smaller dimension', () => {
    const distance = fitDistance(2, 60, 0.5)
    const halfWidth = Math.atan(Math.tan(Math.PI / 6) * 0.5)
    expect(Math.asin(2 / distance)).toBeCloseTo(halfWidth)
  })

  it.each([
    [0, 50, 1],
    [1, 180, 1],
    [1, 50, Number.NaN],
  ])('throws for radius %d, fov %d, aspect %d', (radius, fovY, aspect) => {
    expect(() => fitDistance(radius, fovY, aspect)).toThrow(RangeError)
  })
})

describe('pixelRatioFor', () => {
  it('returns the screen’s ratio up to two', () => {
    expect(pixelRatioFor(800, 600, 1.5)).toBe(1.5)
    expect(pixelRatioFor(800, 600, 3)).toBe(2)
  })

  it('never results in more than 2560 × 1440 pixels', () => {
    const ratio = pixelRatioFor(3840, 2160, 2)
    expect(3840 * ratio * 2160 * ratio).toBeCloseTo(2560 * 1440)
  })
})
