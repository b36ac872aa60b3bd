import { createPlane, type Plane } from './plane.ts'

/**
 * Returns the slopes per sample along x and y, by central differences, and by one-sided differences
 * at the edge.
 */
export function gradient({ width, height, data }: Plane): { x: Plane; y: Plane } {
  const dx = createPlane(width, height)
  const dy = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    const up = y > 0 ? width : 0
    const down = y < height - 1 ? width : 0
    const rows = up && down ? 2 : 1
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const left = x > 0 ? 1 : 0
      const right = x < width - 1 ? 1 : 0
      dx.data[i] = (data[i + right] - data[i - left]) / (left + right || 1)
      dy.data[i] = (data[i + down] - data[i - up]) / rows
    }
  }
  return { x: dx, y: dy }
}
