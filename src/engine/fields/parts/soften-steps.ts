import { createPlane, type Plane } from '../../raster/plane.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'

/** Cells over which a step is rounded. */
const softness = 1
/** Nodes from the silhouette over which the softening fades out, to keep the rim. */
const rimNodes = 3
/**
 * Factor for x (1 - x). In the middle of a step, x (1 - x) is 1/4; a factor of twice its inverse
 * softens the whole step.
 */
const stepGain = 8

/**
 * Rounds the steps around moved parts in place, except at the rim.
 * @param moved 1 at nodes of moved parts.
 */
export function softenSteps(
  { front, back }: Heights,
  moved: Plane,
  { width, height, inside, phi }: GeometryGrid,
): void {
  const weight = createPlane(width, height)
  weight.data.set(inside)
  const blurred = weightedBlur(moved, weight, 2 * softness).data
  for (const plane of [front, back]) {
    const smooth = weightedBlur(plane, weight, softness).data
    for (let i = 0; i < inside.length; i++) {
      if (!inside[i]) continue
      const atStep = Math.min(1, stepGain * blurred[i] * (1 - blurred[i]))
      const fraction = atStep * Math.min(1, phi.data[i] / rimNodes)
      plane.data[i] += (smooth[i] - plane.data[i]) * fraction
    }
  }
}
