import { getAttribute } from './xml.ts'

/** A matrix of 4 rows and 3 columns, row by row, for points as row vectors. */
export type AffineMatrix = readonly number[]
export const identityMatrix: AffineMatrix = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

export const applyMatrix = (points: readonly number[], at: number, m: AffineMatrix): number[] =>
  [0, 1, 2].map(
    (axis) =>
      (points[at] ?? 0) * (m[axis] ?? 0) +
      (points[at + 1] ?? 0) * (m[3 + axis] ?? 0) +
      (points[at + 2] ?? 0) * (m[6 + axis] ?? 0) +
      (m[9 + axis] ?? 0),
  )

/** Returns the matrix that applies `a`, then `b`. */
export const multiplyTransforms = (a: AffineMatrix, b: AffineMatrix): AffineMatrix =>
  [0, 3, 6, 9].flatMap((row) =>
    [0, 1, 2].map(
      (axis) =>
        (a[row] ?? 0) * (b[axis] ?? 0) +
        (a[row + 1] ?? 0) * (b[3 + axis] ?? 0) +
        (a[row + 2] ?? 0) * (b[6 + axis] ?? 0) +
        (row === 9 ? (b[9 + axis] ?? 0) : 0),
    ),
  )

/**
 * Parses the `transform` attribute of a tag. Returns the identity for a missing or invalid
 * attribute.
 */
export function parseTransform(tag: string): AffineMatrix {
  const values = getAttribute(tag, 'transform')?.trim().split(/\s+/).map(Number)
  return values?.length === 12 && values.every(Number.isFinite) ? values : identityMatrix
}

export function isMirror(m: AffineMatrix): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0
}
