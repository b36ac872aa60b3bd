import type { GltfNode } from './read-gltf-json.ts'

/** Sixteen numbers, column by column, as in glTF. */
export type Matrix = readonly number[]

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

export function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const row = i & 3
    const column = i - row
    let sum = 0
    for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[column + k]
    return sum
  })
}

export function transformPoint(m: Matrix, [x, y, z]: readonly [number, number, number]): number[] {
  return [0, 1, 2].map((row) => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12])
}

/** A node's own transform, from its matrix or from its translation, rotation and scale. */
export function localMatrix({ matrix, translation, rotation, scale }: GltfNode): Matrix {
  if (matrix?.length === 16) return matrix
  const [x, y, z, w] = rotation?.length === 4 ? rotation : [0, 0, 0, 1]
  const [sx, sy, sz] = scale?.length === 3 ? scale : [1, 1, 1]
  const [tx, ty, tz] = translation?.length === 3 ? translation : [0, 0, 0]
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
