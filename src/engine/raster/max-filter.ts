import { createPlane, type Plane } from './plane.ts'

/** The largest value within a square of `2 * radius + 1` samples. */
export function maxFilter(plane: Plane, radius: number): Plane {
  const { width, height } = plane
  const rows = createPlane(width, height)
  const result = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = -Infinity
      const end = y * width + Math.min(width - 1, x + radius)
      for (let i = y * width + Math.max(0, x - radius); i <= end; i++) {
        if (plane.data[i] > most) most = plane.data[i]
      }
      rows.data[y * width + x] = most
    }
  }
  for (let y = 0; y < height; y++) {
    const [first, last] = [Math.max(0, y - radius), Math.min(height - 1, y + radius)]
    for (let x = 0; x < width; x++) {
      let most = -Infinity
      for (let i = first * width + x; i <= last * width + x; i += width) {
        if (rows.data[i] > most) most = rows.data[i]
      }
      result.data[y * width + x] = most
    }
  }
  return result
}
