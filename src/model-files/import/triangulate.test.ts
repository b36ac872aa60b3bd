import { describe, expect, it } from 'vitest'
import { triangulate } from './triangulate.ts'

const turned = ([x, y]: readonly [number, number]) => [x, 2 * x + y, 3 * y - x]

function getArea(outline: readonly (readonly [number, number])[]): number {
  const positions = outline.flatMap(([x, y]) => [x, y, 0])
  const places = triangulate(
    outline.map((_, at) => at),
    positions,
  )
  let area = 0
  for (let at = 0; at < places.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((step) => outline[places[at + step]!]!)
    // The sum is signed, so that the test detects triangles with the wrong direction.
    area += ((b![0] - a![0]) * (c![1] - a![1]) - (b![1] - a![1]) * (c![0] - a![0])) / 2
  }
  return area
}

const letterL = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
] as const
const star = Array.from({ length: 10 }, (_, at) => {
  const [angle, radius] = [(at * Math.PI) / 5, at % 2 === 0 ? 2 : 1]
  return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
})

describe('triangulate', () => {
  it.each([
    ['an L from every corner', letterL, 3],
    [
      'a concave quad',
      [
        [0, 0],
        [4, 0],
        [1, 1],
        [0, 4],
      ] as const,
      4,
    ],
    [
      'a square with extra points on its sides',
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ] as const,
      4,
    ],
    ['a star', star, 10 * Math.sin(Math.PI / 5)],
    [
      'a frame whose hole is joined by an edge',
      [
        [0, 0],
        [3, 0],
        [3, 3],
        [0, 3],
        [0, 0],
        [1, 1],
        [1, 2],
        [2, 2],
        [2, 1],
        [1, 1],
      ] as const,
      8,
    ],
  ])('covers exactly %s', (_, outline, area) => {
    outline.forEach((__, start) => {
      const rotated = [...outline.slice(start), ...outline.slice(0, start)]
      expect(getArea(rotated)).toBeCloseTo(area, 6)
    })
    // The triangles of a clockwise polygon face the other way.
    expect(getArea(outline.toReversed())).toBeCloseTo(-area, 6)
  })

  it('triangulates a polygon in any plane', () => {
    const positions = letterL.flatMap(turned)
    const places = triangulate(
      letterL.map((_, at) => at),
      positions,
    )
    expect(places).toHaveLength(12)
  })

  it('uses every point of a bent polygon', () => {
    // Seen from above, the third point is on an edge, but the point is lower than the others.
    const positions = [0, 0, 0, 2, 0, 0, 2, 1, -1, 2, 2, 0, 1, 0.5, 0]
    expect(triangulate([0, 1, 2, 3, 4], positions)).toHaveLength(9)
  })

  it('returns no triangles for two points, and a fan for a polygon without area', () => {
    expect(triangulate([0, 1], [0, 0, 0, 1, 0, 0])).toEqual([])
    expect(triangulate([0, 1, 2, 3], [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0])).toHaveLength(6)
  })

  it('triangulates a comb of 20,000 corners', () => {
    const comb = Array.from({ length: 10_000 }, (_, at) => [at, at % 2] as const)
    const outline = [...comb, [9999, -1] as const, [0, -1] as const]
    const area = 9999 * 1.5
    expect(getArea(outline.toReversed())).toBeCloseTo(area, 0)
  })
})
