import { clamp } from '#lib/clamp.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { ShapeInput } from './heights.ts'

/** Lightness against its surroundings, -1 to 1: what is lighter is taken to stand out. */
export function lightnessDetail({ grid, lab, weight }: ShapeInput): Plane {
  const { width, height, radius } = grid
  const fine = weightedBlur(lab[0], weight, Math.max(0.7, 0.006 * Math.max(width, height)))
  const coarse = weightedBlur(lab[0], weight, Math.max(4, radius * 0.3))
  const detail = createPlane(width, height)
  for (let i = 0; i < detail.data.length; i++) {
    detail.data[i] = clamp((fine.data[i] - coarse.data[i]) / 22, -1, 1)
  }
  return detail
}
