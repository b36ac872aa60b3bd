import { clamp } from '#lib/clamp.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { ShapeInput } from './heights.ts'

/** Blur (sigma) that removes grain, as a fraction of the long side, at least `cellsMin` cells. */
const fineBlur = { fraction: 0.006, cellsMin: 0.7 } as const
const coarseBlur = { radii: 0.3, cellsMin: 4 } as const
/**
 * Lightness difference (L*) from the surroundings at which a node gets full relief. Chosen by eye.
 */
const fullContrast = 22

/**
 * Returns the lightness of each node relative to its surroundings, -1 to 1. Lighter areas are
 * assumed to stand out.
 */
export function lightnessDetail({ grid, lab, weight }: ShapeInput): Plane {
  const { width, height, radius } = grid
  const fine = weightedBlur(
    lab[0],
    weight,
    Math.max(fineBlur.cellsMin, fineBlur.fraction * Math.max(width, height)),
  )
  const coarse = weightedBlur(
    lab[0],
    weight,
    Math.max(coarseBlur.cellsMin, radius * coarseBlur.radii),
  )
  const detail = createPlane(width, height)
  for (let i = 0; i < detail.data.length; i++) {
    detail.data[i] = clamp((fine.data[i] - coarse.data[i]) / fullContrast, -1, 1)
  }
  return detail
}
