import { seedFactors } from '../params.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import type { Heights } from './heights.ts'

type Variation = {
  readonly grid: GeometryGrid
  readonly weight: Plane
  readonly seed: number
}

/**
 * Varies thickness and relief with the seed. The colours are computed before and therefore
 * independent of the seed.
 */
export function varyHeights(heights: Heights, { grid, weight, seed }: Variation): Heights {
  if (seed === 0) return heights
  const factors = seedFactors(seed)
  return {
    front: varyPlane(heights.front, { grid, weight, factors }),
    back: varyPlane(heights.back, { grid, weight, factors }),
  }
}

type PlaneVariation = {
  readonly grid: GeometryGrid
  readonly weight: Plane
  readonly factors: ReturnType<typeof seedFactors>
}

function varyPlane(
  plane: Plane,
  {
    grid: { width, height, inside, phi, radius },
    weight,
    factors: { thickness, detail },
  }: PlaneVariation,
): Plane {
  const smooth = weightedBlur(plane, weight, 0.1 * radius)
  const varied = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const inward = smoothstep(0.05 * radius, 0.4 * radius, phi.data[i])
    const relief = (plane.data[i] - smooth.data[i]) * (detail - 1) * inward
    // The front's height is negative where the front is behind the middle plane.
    const least = Math.min(plane.data[i], 0.4 * plane.data[i])
    varied.data[i] = Math.max(least, plane.data[i] + relief) * thickness
  }
  return varied
}
