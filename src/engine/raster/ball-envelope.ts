import { applyLowerEnvelope, roomForEnvelope } from './lower-envelope.ts'
import { createPlane, type Plane } from './plane.ts'

/**
 * Returns the height of the union of all balls that fit into a silhouette and are centred in its
 * plane. The squared height is the maximum of r² - |x - c|² over all centres c, computed by a
 * distance transform of -r² (P. Felzenszwalb and D. Huttenlocher, Distance Transforms of Sampled
 * Functions, 2012).
 * @param depth distance to the silhouette, which is the ball's radius at each sample. Positive
 * inside.
 * @returns heights in samples, 0 outside.
 */
export function ballEnvelope({ width, height, data: depth }: Plane): Plane {
  const rows = new Float32Array(width * height)
  for (let i = 0; i < rows.length; i++) rows[i] = depth[i] > 0 ? -depth[i] * depth[i] : 0
  const rowRoom = roomForEnvelope(width)
  for (let y = 0; y < height; y++) applyLowerEnvelope(rows, y * width, 0, width, rowRoom)
  const columns = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) columns[x * height + y] = rows[y * width + x]
  }
  const columnRoom = roomForEnvelope(height)
  for (let x = 0; x < width; x++) applyLowerEnvelope(columns, x * height, 0, height, columnRoom)
  const heights = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (depth[i] > 0) heights.data[i] = Math.sqrt(Math.max(0, -columns[x * height + y]))
    }
  }
  return heights
}
