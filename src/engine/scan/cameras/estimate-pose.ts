import type { Homography } from '../markers/homography.ts'
import type { Pose } from './lens.ts'

type Centre = { readonly cx: number; readonly cy: number }

/**
 * Largest ratio of a pixel's sides that rough homographies of square pixels suggest, and how much
 * better other pixels must fit, as the statistic of an F test.
 */
const squareMax = { ratio: 1.05, statistic: 30 }

/**
 * Estimates the focal length in px from homographies of the mat, for square pixels and a known
 * principal point (Z. Zhang, A Flexible New Technique for Camera Calibration, 2000).
 */
export function estimateFocalLength(
  homographies: readonly Homography[],
  centre: Centre,
): number | undefined {
  const { xx, xy, yy, xo, yo } = sumEquations(homographies, centre)
  const f = Math.sqrt((xx + 2 * xy + yy) / -(xo + yo))
  return f > 0 && Number.isFinite(f) ? f : undefined
}

/**
 * Returns whether photos were stretched in one direction: separate focal lengths for x and y fit
 * the homographies much better than one focal length.
 */
export function areStretched(homographies: readonly Homography[], centre: Centre): boolean {
  const { xx, xy, yy, xo, yo, oo } = sumEquations(homographies, centre)
  const determinant = xx * yy - xy * xy
  const [x, y] = [(yo * xy - xo * yy) / determinant, (xo * xy - yo * xx) / determinant]
  const ratio = Math.sqrt(Math.max(x / y, y / x))
  const rest = oo + x * xo + y * yo
  const squareRest = oo - (xo + yo) ** 2 / (xx + 2 * xy + yy)
  const statistic = ((2 * homographies.length - 2) * (squareRest - rest)) / rest
  return ratio > squareMax.ratio && statistic > squareMax.statistic
}

/**
 * Sums the products of the coefficients of Zhang's equations `x / fx² + y / fy² + o = 0`, two for
 * each homography.
 */
function sumEquations(homographies: readonly Homography[], { cx, cy }: Centre) {
  const sums = { xx: 0, xy: 0, yy: 0, xo: 0, yo: 0, oo: 0 }
  for (const h of homographies) {
    const a = [h[0] - cx * h[6], h[3] - cy * h[6], h[6]]
    const b = [h[1] - cx * h[7], h[4] - cy * h[7], h[7]]
    const size = Math.hypot(...a) * Math.hypot(...b)
    const equations = [
      a.map((value, k) => (value * b[k]) / size),
      a.map((value, k) => (value ** 2 - b[k] ** 2) / size),
    ]
    for (const [x, y, o] of equations) {
      sums.xx += x * x
      sums.xy += x * y
      sums.yy += y * y
      sums.xo += x * o
      sums.yo += y * o
      sums.oo += o * o
    }
  }
  return sums
}

/** Returns the pose that results from a homography of the mat, with perpendicular axes. */
export function estimatePose(h: Homography, f: number, { cx, cy }: Centre): Pose {
  const toColumn = (k: number) => [
    (h[k] - cx * h[k + 6]) / f,
    (h[k + 3] - cy * h[k + 6]) / f,
    h[k + 6],
  ]
  const [a, b, t] = [toColumn(0), toColumn(1), toColumn(2)]
  const scale = 2 / (Math.hypot(...a) + Math.hypot(...b))
  const x = toUnit(a)
  const along = x[0] * b[0] + x[1] * b[1] + x[2] * b[2]
  const y = toUnit(b.map((value, k) => value - along * x[k]))
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
  return {
    rotation: [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]],
    shift: t.map((value) => value * scale),
  }
}

function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** Applies an additional rotation, given as a rotation vector in rad (O. Rodrigues, 1840). */
export function turn(rotation: readonly number[], vector: readonly number[]): number[] {
  const angle = Math.hypot(...vector)
  if (angle < 1e-15) return [...rotation]
  const [x, y, z] = vector.map((value) => value / angle)
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  const k = 1 - c
  const q = [
    c + x * x * k,
    x * y * k - z * s,
    x * z * k + y * s,
    y * x * k + z * s,
    c + y * y * k,
    y * z * k - x * s,
    z * x * k - y * s,
    z * y * k + x * s,
    c + z * z * k,
  ]
  const result: number[] = []
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      result.push(
        q[row] * rotation[column] +
          q[row + 1] * rotation[3 + column] +
          q[row + 2] * rotation[6 + column],
      )
    }
  }
  return result
}
