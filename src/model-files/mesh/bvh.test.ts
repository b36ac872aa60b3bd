import { Ray, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { type BvhRay, buildBvh, hitBvh, type TriangleSurface, trianglesIn } from './bvh.ts'

function sheet(cells: number): TriangleSurface {
  const positions: number[] = []
  const indices: number[] = []
  for (let z = 0; z <= cells; z++) {
    for (let x = 0; x <= cells; x++) {
      positions.push(x / cells, 0.1 * Math.sin(x * 0.7) * Math.cos(z * 0.9), z / cells)
      if (x === cells || z === cells) continue
      const corner = z * (cells + 1) + x
      indices.push(corner, corner + cells + 1, corner + 1)
      indices.push(corner + 1, corner + cells + 1, corner + cells + 2)
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

function askAll(
  surface: TriangleSurface,
  { origin, direction, isOneSided }: BvhRay,
): number | undefined {
  const ray = new Ray(new Vector3(...origin), new Vector3(...direction))
  const corners = Array.from(surface.indices!, (corner) =>
    new Vector3().fromArray(surface.positions, corner * 3),
  )
  let nearest = Infinity
  for (let triangle = 0; triangle < trianglesIn(surface); triangle++) {
    const [a, b, c] = [0, 1, 2].map((which) => corners[triangle * 3 + which]!)
    const point = ray.intersectTriangle(a!, b!, c!, isOneSided, new Vector3())
    if (point) nearest = Math.min(nearest, point.distanceTo(ray.origin) / ray.direction.length())
  }
  return nearest === Infinity ? undefined : nearest
}
const down = [0.31, -0.62, 0.17] as const
const up = [0.31, 0.62, 0.17] as const

describe('hitBvh', () => {
  it.each([false, true])(
    'returns the same hit as a test of every triangle (one-sided: %s)',
    (isOneSided) => {
      const surface = sheet(24)
      const bvh = buildBvh(surface)
      let hits = 0
      for (let ray = 0; ray < 40; ray++) {
        // Every second ray starts below the surface and hits back faces.
        const origin = [
          1.2 * Math.abs(Math.sin(ray * 3.7)),
          ray % 2 ? 0.6 : -0.6,
          Math.abs(Math.cos(ray * 2.3)),
        ] as const
        const direction = ray % 2 ? down : up
        const found = hitBvh(bvh, surface, { origin, direction, isOneSided })
        if (found) hits++
        const wanted = askAll(surface, { origin, direction, isOneSided })

        expect(found?.distance ?? -1).toBeCloseTo(wanted ?? -1, 6)
      }
      expect(hits).toBeGreaterThan(4)
      expect(hits).toBeLessThan(40)
    },
  )

  it('ignores back faces only if requested', () => {
    const surface = sheet(4)
    const bvh = buildBvh(surface)
    // The ray passes through a corner of the height field, whose height is known.
    const below = { origin: [0.5, -1, 0.5], direction: [0, 1, 0] } as const
    expect(hitBvh(bvh, surface, { ...below, isOneSided: true })).toBeUndefined()
    const height = 0.1 * Math.sin(2 * 0.7) * Math.cos(2 * 0.9)
    expect(hitBvh(bvh, surface, { ...below, isOneSided: false })?.distance).toBeCloseTo(
      1 + height,
      6,
    )
  })

  it('accepts triangles at the same place, and an empty surface', () => {
    const fromAbove = { origin: [0, 1, 0], direction: [0, -1, 0], isOneSided: false } as const
    const same = { positions: new Float32Array(9 * 500) }
    const bvh = buildBvh(same)
    expect(bvh.order).toHaveLength(500)
    expect(hitBvh(bvh, same, fromAbove)).toBeUndefined()
    const none = { positions: new Float32Array() }
    expect(hitBvh(buildBvh(none), none, fromAbove)).toBeUndefined()
  })

  it('buildBvh puts each triangle into a leaf of at most 8 triangles', () => {
    const surface = sheet(300)
    const bvh = buildBvh(surface)
    expect(bvh.counts.reduce((sum, count) => sum + count, 0)).toBe(180_000)
    expect(Math.max(...bvh.counts)).toBeLessThanOrEqual(8)
    expect(new Set(bvh.order).size).toBe(180_000)
  })
})
