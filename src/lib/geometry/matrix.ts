/** A 4 × 4 matrix in column-major order, as in glTF and WebGL. */
export type Matrix = readonly number[]

// prettier-ignore
export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Returns the product `a · b`, which applies `b` first. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, at) => {
    const row = at & 3
    const column = at - row
    let sum = 0
    for (let k = 0; k < 4; k++) sum += (a[k * 4 + row] ?? 0) * (b[column + k] ?? 0)
    return sum
  })
}

/**
 * Returns the determinant of the upper left 3 × 3 part: the factor by which volumes change,
 * negative if the matrix mirrors.
 */
export function determinant(m: Matrix): number {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = m
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)
}

type Transform = {
  readonly translation: readonly number[]
  readonly rotation: readonly number[]
  readonly scale: readonly number[]
}

/** Returns the matrix that scales, then rotates, then translates. */
export function compose({ translation, rotation, scale }: Transform): Matrix {
  const [tx = 0, ty = 0, tz = 0] = translation
  const [x = 0, y = 0, z = 0, w = 1] = rotation
  const [sx = 1, sy = 1, sz = 1] = scale
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  ]
}
