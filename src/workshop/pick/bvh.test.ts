import { describe, expect, it } from 'vitest'
import { buildBvh, hitBvh, type Surface, trianglesIn } from './bvh.ts'

/** A bumpy sheet over the ground. */
function sheet(cells: number): Surface {
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

/** Without a tree: every triangle is one of its own. */
function slowly(surface: Surface, origin: readonly [number, number, number], one: boolean) {
  const distances = Array.from({ length: trianglesIn(surface) }, (_, triangle) => {
    const corners = [0, 1, 2].map((which) => surface.indices![triangle * 3 + which]!)
    const alone = { positions: surface.positions, indices: corners }
    return hitBvh(buildBvh(alone), alone, origin, towards, one)?.distance ?? Infinity
  })
  return Math.min(...distances)
}
const towards = [0.31, -0.62, 0.17] as const

describe('hitBvh', () => {
  it.each([false, true])('finds what asking every triangle finds, one-sided: %s', (isOneSided) => {
    const surface = sheet(24)
    const bvh = buildBvh(surface)
    let hits = 0
    for (let ray = 0; ray < 40; ray++) {
      const origin = [Math.sin(ray * 3.7), 0.6, Math.cos(ray * 2.3)] as const
      const found = hitBvh(bvh, surface, origin, towards, isOneSided)
      if (found) hits++
      expect(found?.distance ?? Infinity).toBe(slowly(surface, origin, isOneSided))
    }
    expect(hits).toBeGreaterThan(4)
    expect(hits).toBeLessThan(40)
  })

  it('passes through what is seen from behind only where that is wished', () => {
    const surface = sheet(4)
    const bvh = buildBvh(surface)
    const below = [0.4, -1, 0.4] as const
    expect(hitBvh(bvh, surface, below, [0, 1, 0], true)).toBeUndefined()
    expect(hitBvh(bvh, surface, below, [0, 1, 0], false)?.distance).toBeCloseTo(1, 0)
  })

  it('takes triangles that all lie at one place, and none at all', () => {
    const same = { positions: new Float32Array(9 * 500) }
    const bvh = buildBvh(same)
    expect(bvh.order).toHaveLength(500)
    expect(hitBvh(bvh, same, [0, 1, 0], [0, -1, 0], false)).toBeUndefined()
    const none = { positions: new Float32Array() }
    expect(hitBvh(buildBvh(none), none, [0, 1, 0], [0, -1, 0], false)).toBeUndefined()
  })

  it('leaves few triangles together, and none out', () => {
    const surface = sheet(300)
    const bvh = buildBvh(surface)
    expect(bvh.counts.reduce((sum, count) => sum + count, 0)).toBe(180_000)
    expect(Math.max(...bvh.counts)).toBeLessThanOrEqual(8)
    expect(new Set(bvh.order).size).toBe(180_000)
  })
})
