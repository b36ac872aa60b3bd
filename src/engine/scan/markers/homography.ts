import { solveLinear } from '../solve-linear.ts'

/** A 3 x 3 matrix, row by row, that maps points of a plane to px. Its last element is 1. */
export type Homography = readonly number[]

/** A point of the plane and its position in the photo, in px. */
export type PointPair = readonly [x: number, y: number, u: number, v: number]

/**
 * Fits a homography to at least four pairs by linear least squares (Hartley and Zisserman, Multiple
 * View Geometry, 2004, section 4.1).
 * @param unit typical size of the plane's coordinates, for numerical accuracy.
 * @returns undefined if the points do not determine a homography.
 */
export function fitHomography(pairs: readonly PointPair[], unit = 100): Homography | undefined {
  const pixel = 1000
  const matrix = new Float64Array(64)
  const right = new Float64Array(8)
  const add = (row: readonly number[], value: number) => {
    for (let i = 0; i < 8; i++) {
      right[i] += row[i] * value
      for (let j = 0; j < 8; j++) matrix[i * 8 + j] += row[i] * row[j]
    }
  }
  for (const [planeX, planeY, u, v] of pairs) {
    const x = planeX / unit
    const y = planeY / unit
    const a = u / pixel
    const b = v / pixel
    add([x, y, 1, 0, 0, 0, -a * x, -a * y], a)
    add([0, 0, 0, x, y, 1, -b * x, -b * y], b)
  }
  const h = solveLinear(matrix, right)
  if (!h) return undefined
  const near = pixel / unit
  return [
    h[0] * near,
    h[1] * near,
    h[2] * pixel,
    h[3] * near,
    h[4] * near,
    h[5] * pixel,
    h[6] / unit,
    h[7] / unit,
    1,
  ]
}

export function mapPoint(h: Homography, x: number, y: number): [number, number] {
  const w = h[6] * x + h[7] * y + h[8]
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w]
}
