import type { ImplicitSurface } from '../fields/implicit.ts'
import { gradient } from '../raster/gradient.ts'

/**
 * The implicit surface and its slopes. The numbers of a node are stored together for fast memory
 * access.
 */
export type SurfaceSlopes = {
  readonly width: number
  readonly height: number
  /**
   * Six numbers per node: `square` of the implicit surface and its slopes along x and y, then
   * `middle` of the surface and its slopes along x and y.
   */
  readonly data: Float32Array
}

export const slopeCount = 6

export function measureSlopes({
  square,
  middle,
}: Pick<ImplicitSurface, 'square' | 'middle'>): SurfaceSlopes {
  const { width, height } = square
  const squareSlope = gradient(square)
  const middleSlope = gradient(middle)
  const planes = [square, squareSlope.x, squareSlope.y, middle, middleSlope.x, middleSlope.y]
  const data = new Float32Array(width * height * slopeCount)
  for (const [k, plane] of planes.entries()) interleave(plane.data, data, k)
  return { width, height, data }
}

function interleave(values: Float32Array, data: Float32Array, k: number): void {
  for (let i = 0; i < values.length; i++) data[i * slopeCount + k] = values[i]
}

// oxlint-disable-next-line max-params -- for each vertex
export function readSlopes(
  { width, height, data }: SurfaceSlopes,
  x: number,
  y: number,
  result: Float64Array,
): void {
  const px = Math.min(width - 1, Math.max(0, x))
  const py = Math.min(height - 1, Math.max(0, y))
  const left = Math.min(px | 0, width - 2)
  const top = Math.min(py | 0, height - 2)
  const fx = px - left
  const fy = py - top
  const upper = (top * width + left) * slopeCount
  const lower = upper + width * slopeCount
  const w00 = (1 - fx) * (1 - fy)
  const w10 = fx * (1 - fy)
  const w01 = (1 - fx) * fy
  const w11 = fx * fy
  for (let k = 0; k < slopeCount; k++) {
    result[k] =
      data[upper + k] * w00 +
      data[upper + slopeCount + k] * w10 +
      data[lower + k] * w01 +
      data[lower + slopeCount + k] * w11
  }
}
