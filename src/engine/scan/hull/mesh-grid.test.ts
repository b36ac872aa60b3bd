import { describe, expect, it } from 'vitest'
import type { FieldGrid } from './field-grid.ts'
import { meshGrid } from './mesh-grid.ts'

const side = 0.5
const height = 15

/** Creates the field of an upright leg, with distances in mm. */
function createLeg(radius: number): FieldGrid {
  const [nx, ny, nz] = [25, 25, 41]
  const min = [-6.1, -5.9, 0]
  const field = Float32Array.from({ length: nx * ny * nz }, (_, i) => {
    const x = min[0] + (i % nx) * side
    const y = min[1] + (Math.floor(i / nx) % ny) * side
    const z = Math.floor(i / (nx * ny)) * side
    return Math.min(radius - Math.hypot(x, y), height - z)
  })
  return { nx, ny, nz, min, side, field }
}

/** Returns the mean radius of a leg's middle, and its height. */
function measureLeg({ positions }: { readonly positions: Float32Array }) {
  let [sum, count, top] = [0, 0, 0]
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = positions.subarray(k, k + 3)
    top = Math.max(top, z)
    if (z < 4 || z > 10) continue
    sum += Math.hypot(x, y)
    count++
  }
  return { radius: sum / count, top }
}

describe('meshGrid', () => {
  it.each([1, 1.5, 3])('keeps the size of a leg with a radius of %f mm', (radius) => {
    const leg = measureLeg(meshGrid(createLeg(radius), 24))
    expect(Math.abs(leg.radius / radius - 1)).toBeLessThan(0.06)
    expect(Math.abs(leg.top - height)).toBeLessThan(0.15)
  })

  it('cuts more off a shape of few photos, which has ridges', () => {
    const ridge = createLeg(1)
    const few = measureLeg(meshGrid(ridge, 12)).radius
    expect(few).toBeLessThan(0.9 * measureLeg(meshGrid(ridge, 36)).radius)
  })
})
