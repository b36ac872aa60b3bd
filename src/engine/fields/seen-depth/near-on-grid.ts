import { createPlane, type Plane } from '../../raster/plane.ts'
import { fillUnknown } from '../../raster/pull-push.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

/** What is nearer to the outline, in cells, may be a mixture with what lies behind; thin parts have nothing else. */
const rim = 1
/** Fewer nodes than these say nothing. */
const nodesMin = 16

/**
 * What a network saw, on the nodes of the grid and in cells; it goes on as it is where nothing is known.
 *
 * @param near over the cutout, in its pixels, NaN where nothing is known.
 * @returns `undefined` where it says nothing about the object.
 */
export function nearOnGrid(
  near: Plane,
  { width, height, inside, phi, cellsPerPixel }: GeometryGrid,
): Float32Array | undefined {
  const out = createPlane(width, height)
  const known = createPlane(width, height)
  let count = 0
  for (let y = 0; y < height; y++) {
    const from = Math.min(near.height - 1, Math.floor(((y + 0.5) / height) * near.height))
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const across = Math.min(near.width - 1, Math.floor(((x + 0.5) / width) * near.width))
      const value = near.data[from * near.width + across]
      if (!inside[i] || !(phi.data[i] > rim) || !Number.isFinite(value)) continue
      out.data[i] = value * cellsPerPixel
      known.data[i] = 1
      count++
    }
  }
  if (count < nodesMin) return undefined
  fillUnknown([out], known)
  return out.data
}
