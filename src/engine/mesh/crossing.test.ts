import { describe, expect, it } from 'vitest'
import { trianglesCross } from './crossing.ts'

describe('trianglesCross', () => {
  const points = Float32Array.from(
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0.2, 0.2, -1],
      [0.3, 0.2, 1],
      [5, 5, 1],
      [0.2, 0.2, 0.5],
    ].flat(),
  )
  const floor = [0, 1, 2]

  it('returns true if an edge of either triangle intersects the other triangle', () => {
    expect(trianglesCross(points, floor, [3, 4, 5])).toBe(true)
    expect(trianglesCross(points, [3, 4, 5], floor)).toBe(true)
  })

  it('returns false for triangles that share corners or do not touch', () => {
    expect(trianglesCross(points, floor, [6, 4, 5])).toBe(false)
    expect(trianglesCross(points, floor, [0, 1, 3])).toBe(false)
  })
})
