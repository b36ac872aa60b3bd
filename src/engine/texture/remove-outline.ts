import type { DrawnLines } from '../fields/drawn-lines.ts'
import type { GeometryGrid } from '../fields/geometry-grid.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { copyPlane, createPlane, mapThree } from '../raster/plane.ts'
import { fillUnknown } from '../raster/pull-push.ts'
import { stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { SurfacePixels } from './surface-pixels.ts'

/**
 * Range of distances from the rim over which the removal of dark lines fades out, in multiples of
 * the outline's width.
 */
const reach = [1.25, 1.5] as const
/** Number of nodes on each side of a line that contain some of the line's ink. */
const blur = 1

type OutlinedPixels = Pick<SurfacePixels, 'linear' | 'trust' | 'depth' | 'width' | 'height'>

/**
 * Replaces the outline of a drawing with the colour inside the outline, in place. On a 3D model the
 * outline would make all sides dark.
 */
export function removeOutline(
  { linear, trust, depth, width, height }: OutlinedPixels,
  { nodes, outlineWidth }: DrawnLines,
  grid: GeometryGrid,
): void {
  const lines = createPlane(grid.width, grid.height)
  lines.data.set(nodes)
  const ink = stretch(maxFilter(lines, blur), width, height).data
  const known = createPlane(width, height)
  for (let i = 0; i < known.data.length; i++) {
    known.data[i] = ink[i] > 0 || depth.data[i] < 0 ? 0 : trust.data[i]
  }
  const fill = mapThree(linear, copyPlane)
  fillUnknown(fill, known)
  const widthPx = (outlineWidth * width) / grid.width
  for (let i = 0; i < known.data.length; i++) {
    const atRim = smoothstep(reach[1] * widthPx, reach[0] * widthPx, depth.data[i])
    const fraction = Math.min(1, 2 * ink[i]) * atRim
    for (let c = 0; c < 3; c++)
      linear[c].data[i] += (fill[c].data[i] - linear[c].data[i]) * fraction
  }
}
