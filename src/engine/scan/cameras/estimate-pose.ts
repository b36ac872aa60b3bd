import type { Homography } from '../markers/homography.ts'
import type { Pose } from './lens.ts'

type Centre = { readonly cx: number; readonly cy: number }

/**
 * Estimates the focal length in px from homographies of the mat, for square pixels and a known
 * principal point (Z. Zhang, A Flexible New Technique for Camera Calibration, 2000).
 */
export function estimateFocalLength(
  homographies: readonly Homography[],
  { cx, cy }: Centre,
): number | undefined {
  let [numerator, denominator] = [0, 0]
  for (const h of homographies) {
    const a = [h[0] - cx * h[6], h[3] - cy * h[6], h[6]]
    const b = [h[1] - cx * h[7], h[4] - cy * h[7], h[7]]
    const size = Math.hypot(...a) * Math.hypot(...b)
    const equations = [
      [a[0] * b[0] + a[1] * b[1], a[2] * b[2]],
      [a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2, a[2] ** 2 - b[2] ** 2],
    ]
    for (const [p, q] of equations) {
      numerator += (p / size) ** 2
      denominator -= (p / size) * (q / size)
    }
  }
  const f = Math.sqrt(numerator / denominator)
  return f > 0 && Number.isFinite(f) ? f : undefined
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
