import type { mat4 } from '@gltf-transform/core'

// Matrices are in column-major order, as in glTF.

/** Returns the matrix that applies `b`, then `a`. */
export const multiplyMatrices = (a: mat4, b: mat4): mat4 =>
  Array.from({ length: 16 }, (_, at) => {
    const [row, column] = [at % 4, Math.floor(at / 4)]
    return [0, 1, 2, 3].reduce(
      (sum, k) => sum + (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0),
      0,
    )
  }) as mat4

export function transformPoints(points: Float32Array, m: mat4): Float32Array {
  for (let at = 0; at < points.length; at += 3) transformTriple(points, at, m)
  return points
}

// oxlint-disable-next-line max-params -- for each vertex
function transformTriple(values: Float32Array, at: number, m: mat4, w: 0 | 1 = 1): void {
  const x = values[at] ?? 0
  const y = values[at + 1] ?? 0
  const z = values[at + 2] ?? 0
  values[at] = m[0] * x + m[4] * y + m[8] * z + m[12] * w
  values[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13] * w
  values[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14] * w
}

/**
 * Transforms normals in place by the cofactors of the matrix, which keep normals correct if the
 * matrix scales the axes differently.
 */
export function transformNormals(normals: Float32Array, m: mat4): Float32Array {
  const cofactors = getCofactors(m)
  const sign = getDeterminant(m) < 0 ? -1 : 1
  for (let at = 0; at < normals.length; at += 3) {
    transformTriple(normals, at, cofactors, 0)
    normalize(normals, at, sign)
  }
  return normals
}

/** Transforms a point and its normal in place by the weighted sum of the joints' matrices. */
export function transformBlended(
  { positions, normals }: { positions: Float32Array; normals?: Float32Array | undefined },
  point: number,
  blended: mat4,
): void {
  transformTriple(positions, point * 3, blended)
  if (!normals) return
  transformTriple(normals, point * 3, getCofactors(blended), 0)
  normalize(normals, point * 3, getDeterminant(blended) < 0 ? -1 : 1)
}

function normalize(values: Float32Array, at: number, sign: number): void {
  const x = values[at] ?? 0
  const y = values[at + 1] ?? 0
  const z = values[at + 2] ?? 0
  const scale = sign / (Math.hypot(x, y, z) || 1)
  values[at] = x * scale
  values[at + 1] = y * scale
  values[at + 2] = z * scale
}

const getCofactors = (m: mat4): mat4 => [
  m[5] * m[10] - m[6] * m[9],
  m[6] * m[8] - m[4] * m[10],
  m[4] * m[9] - m[5] * m[8],
  0,
  m[2] * m[9] - m[1] * m[10],
  m[0] * m[10] - m[2] * m[8],
  m[1] * m[8] - m[0] * m[9],
  0,
  m[1] * m[6] - m[2] * m[5],
  m[2] * m[4] - m[0] * m[6],
  m[0] * m[5] - m[1] * m[4],
  0,
  0,
  0,
  0,
  1,
]

export const getDeterminant = (m: mat4): number =>
  m[0] * (m[5] * m[10] - m[6] * m[9]) -
  m[4] * (m[1] * m[10] - m[2] * m[9]) +
  m[8] * (m[1] * m[6] - m[2] * m[5])
