import { compose, type Matrix } from '#lib/geometry/matrix.ts'
import type { GltfNode } from './read-gltf-json.ts'

/** Applies a column-major matrix, as in glTF, to a point. */
export function transformPoint(m: Matrix, [x, y, z]: readonly [number, number, number]): number[] {
  return [0, 1, 2].map((row) => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12])
}

export function localMatrix({ matrix, translation, rotation, scale }: GltfNode): Matrix {
  if (matrix?.length === 16) return matrix
  return compose({
    translation: translation?.length === 3 ? translation : [],
    rotation: rotation?.length === 4 ? rotation : [],
    scale: scale?.length === 3 ? scale : [],
  })
}
