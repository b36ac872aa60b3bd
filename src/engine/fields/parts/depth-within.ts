import { signedDistance } from '../../raster/distance.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

/** Blur (sigma, nodes) that smooths the staircase of a border between nodes. */
const borderSigma = 0.6

/** Returns the distance of the parts' nodes to their edge, at other parts or at the silhouette. */
export function depthWithin(
  { width, height, phi, inside }: GeometryGrid,
  isWithin: (i: number) => boolean,
): Plane {
  const own = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) own.data[i] = !inside[i] || isWithin(i) ? 1 : 0
  const depth = signedDistance(own, borderSigma)
  for (let i = 0; i < inside.length; i++) depth.data[i] = Math.min(depth.data[i], phi.data[i])
  return depth
}
