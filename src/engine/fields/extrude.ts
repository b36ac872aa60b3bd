import { createPlane } from '../raster/plane.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { Heights, ShapeInput } from './heights.ts'

/**
 * Half the thickness of a plate: `radii` times the radius of its thickest stroke, limited by
 * fractions of the plate's long side (`longMin`, `longMax`) and short side (`shortMax`). Chosen by
 * eye, between a coin and a block.
 */
const half = { radii: 3, longMin: 0.015, longMax: 0.09, shortMax: 0.3 } as const
const bevelSize = { half: 0.7, radius: 0.5, cellsMin: 2.2 } as const
const raising = { half: 0.22, blur: 1.1 } as const

/** Makes a plate with bevelled edges on which enclosed regions are slightly raised. */
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
  const level =
    Math.min(
      half.longMax * longSide,
      half.shortMax * shortSide,
      Math.max(half.radii * radius, half.longMin * longSide),
    ) * thickness
  const bevel = Math.max(
    bevelSize.cellsMin,
    Math.min(level * bevelSize.half, radius * bevelSize.radius),
  )
  const marked = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) marked.data[i] = enclosed[i]
  const raised = weightedBlur(marked, weight, raising.blur)
  const front = createPlane(width, height)
  const back = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const short = 1 - Math.min(1, Math.max(0, phi.data[i] / bevel))
    back.data[i] = level * Math.sqrt(Math.max(1e-6, 1 - short * short))
    front.data[i] = back.data[i] + raised.data[i] * level * raising.half * detail
  }
  return { front, back }
}
