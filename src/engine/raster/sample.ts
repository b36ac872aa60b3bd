import { createPlane, type Plane } from './plane.ts'

/** The plane's value between samples; positions beyond the edge read the edge. */
export function sampleBilinear({ width, height, data }: Plane, x: number, y: number): number {
  const px = Math.min(width - 1, Math.max(0, x))
  const py = Math.min(height - 1, Math.max(0, y))
  const left = px | 0
  const top = py | 0
  const across = px - left
  const i = top * width + left
  const right = left < width - 1 ? i + 1 : i
  const down = top < height - 1 ? width : 0
  const upper = data[i] + (data[right] - data[i]) * across
  const lower = data[i + down] + (data[right + down] - data[i + down]) * across
  return upper + (lower - upper) * (py - top)
}

/** Bilinear resampling to another size without any smoothing first. */
export function stretch(plane: Plane, width: number, height: number): Plane {
  const result = createPlane(width, height)
  const source = plane.data
  const [lastX, lastY] = [plane.width - 1, plane.height - 1]
  const left = new Int32Array(width)
  const right = new Int32Array(width)
  const across = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const sx = Math.min(lastX, Math.max(0, ((x + 0.5) * plane.width) / width - 0.5))
    left[x] = Math.floor(sx)
    right[x] = Math.min(lastX, left[x] + 1)
    across[x] = sx - left[x]
  }
  for (let y = 0; y < height; y++) {
    const sy = Math.min(lastY, Math.max(0, ((y + 0.5) * plane.height) / height - 0.5))
    const top = Math.floor(sy) * plane.width
    const bottom = Math.min(lastY, Math.floor(sy) + 1) * plane.width
    const down = sy - Math.floor(sy)
    const offset = y * width
    for (let x = 0; x < width; x++) {
      const upperLeft = source[top + left[x]]
      const lowerLeft = source[bottom + left[x]]
      const upper = upperLeft + (source[top + right[x]] - upperLeft) * across[x]
      const lower = lowerLeft + (source[bottom + right[x]] - lowerLeft) * across[x]
      result.data[offset + x] = upper + (lower - upper) * down
    }
  }
  return result
}
