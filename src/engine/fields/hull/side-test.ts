import type { Cutout } from '../../crop.ts'
import { signedDistance } from '../../raster/distance.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { getObjectBox } from '../../views/fit-back.ts'
import type { SideView } from '../../views/side-view.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { HullBlock, InsideOf } from './block.ts'

/** Largest widening of rows that are thinner in the side view than in the front view, in nodes. */
const widenMax = 1.5
const sideSigma = 0.7

type SideFit = {
  readonly grid: GeometryGrid
  readonly cutout: Cutout
  readonly side: SideView
  readonly block: HullBlock
}

/** Creates a function that returns the signed distance to the merged outline of the side views. */
export function createSideTest(fit: SideFit): InsideOf {
  const { width, data } = sideOutline(fit)
  return (_, y, z) => data[y * width + z]
}

function sideOutline({ grid, cutout, side, block: { deep, depth } }: SideFit): Plane {
  const box = getObjectBox(cutout)
  const scaleY = grid.height / cutout.height
  const [first, rows] = [
    Math.round(box.margin * scaleY),
    Math.max(2, Math.round(box.height * scaleY)),
  ]
  const columns = Math.max(2, Math.round(deep))
  const { alpha } = side.outline(columns, rows)
  const whole = createPlane(depth, grid.height)
  const left = Math.round((depth - columns) / 2)
  for (let y = 0; y < rows && y + first < grid.height; y++) {
    for (let x = 0; x < columns; x++) {
      whole.data[(y + first) * depth + x + left] = alpha.data[y * columns + x]
    }
  }
  const distance = signedDistance(whole, sideSigma)
  widenThinRows(distance, grid)
  return distance
}

/**
 * Widens rows of the side outline that are too thin. Each part in the front view must exist in the
 * side view too.
 */
function widenThinRows({ width, data }: Plane, { phi, height }: GeometryGrid): void {
  for (let y = 0; y < height; y++) {
    const front = phi.data.subarray(y * phi.width, (y + 1) * phi.width)
    const row = data.subarray(y * width, (y + 1) * width)
    const wanted = Math.min(
      widenMax,
      front.reduce((most, value) => Math.max(most, value), -1),
    )
    const has = row.reduce((most, value) => Math.max(most, value), -1e9)
    if (wanted <= 0 || has >= wanted || has < -2 * widenMax) continue
    for (let x = 0; x < width; x++) row[x] += wanted - has
  }
}
