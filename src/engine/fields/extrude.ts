import { createPlane } from '../raster/plane.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { Heights, ShapeInput } from './heights.ts'

/** A plate with bevelled edges on which enclosed regions are raised a little. */
export function extrude({
  grid,
  weight,
  statistics,
  enclosed,
  thickness,
  detail,
}: ShapeInput): Heights {
  const { width, height, inside, phi, radius } = grid
  const { bounds } = statistics
  const longSide = Math.max(bounds.width, bounds.height)
  const shortSide = Math.min(bounds.width, bounds.height)
  const half =
    Math.min(0.09 * longSide, 0.3 * shortSide, Math.max(3 * radius, 0.015 * longSide)) * thickness
  const bevel = Math.max(2.2, Math.min(half * 0.7, radius * 0.5))
  const marked = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) marked.data[i] = enclosed[i]
  const raised = weightedBlur(marked, weight, 1.1)
  const front = createPlane(width, height)
  const back = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const short = 1 - Math.min(1, Math.max(0, phi.data[i] / bevel))
    back.data[i] = half * Math.sqrt(Math.max(1e-6, 1 - short * short))
    front.data[i] = back.data[i] + raised.data[i] * half * 0.22 * detail
  }
  return { front, back }
}
