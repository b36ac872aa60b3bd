import { clamp } from '#lib/clamp.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { ShapeInput } from './heights.ts'

/**
 * Blur (sigma) below which lightness is grain, as a share of the long side and in cells, and that of its surroundings,
 * in radii of the thickest part and in cells: what lies between the two is relief.
 */
const fineBlur = { fraction: 0.006, cellsMin: 0.7 } as const
const coarseBlur = { radii: 0.3, cellsMin: 4 } as const
/** So much lighter (L*) than its surroundings, or more, stands out fully. Chosen by eye. */
const fullContrast = 22

/** Lightness against its surroundings, -1 to 1: what is lighter is taken to stand out. */
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
