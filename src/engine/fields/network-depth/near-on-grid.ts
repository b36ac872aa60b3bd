import { createPlane, type Plane } from '../../raster/plane.ts'
import { fillUnknown } from '../../raster/pull-push.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

/**
 * Width of the rim, in cells, where depths may mix object and backdrop. Such depths are used only
 * for thin parts.
 */
const rim = 1
const nodesMin = 16

/**
 * Samples a network's depth at the grid's nodes, in cells, and fills in nodes without a value.
 * @param near values over the cutout in pixels of the cutout, NaN if unknown.
 * @returns `undefined` if too few nodes have a value.
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
