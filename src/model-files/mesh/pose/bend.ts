import type { mat4, Primitive, Skin } from '@gltf-transform/core'
import { getDeterminant, multiplyMatrices, transformBlended } from '../matrix.ts'
import { readAccessor } from '../numbers.ts'

export type BentShape = { positions: Float32Array; normals?: Float32Array | undefined }

/**
 * Returns the points of a surface after applying its morph targets, or `undefined` without points.
 */
export function readShape(primitive: Primitive, weights: readonly number[]): BentShape | undefined {
  const position = primitive.getAttribute('POSITION')
  if (!position) return undefined
  const normal = primitive.getAttribute('NORMAL')
  const shape = {
    positions: readAccessor(position, 3),
    normals: normal ? readAccessor(normal, 3) : undefined,
  }
  primitive.listTargets().forEach((target, at) => {
    const weight = weights[at] ?? 0
    if (weight === 0) return
    for (const [name, values] of [
      ['POSITION', shape.positions],
      ['NORMAL', shape.normals],
    ] as const) {
      const accessor = target.getAttribute(name)
      if (!accessor || !values) continue
      const moves = readAccessor(accessor, 3)
      for (let k = 0; k < values.length; k++)
        values[k] = (values[k] ?? 0) + weight * (moves[k] ?? 0)
    }
  })
  return shape
}

/**
 * Moves points in place by the joints of a skin (glTF 2.0, section 3.7.3.1).
 * @returns whether the joints mirror the surface, or `undefined` for a surface without a skin.
 */
export function bendShape(shape: BentShape, primitive: Primitive, skin: Skin): boolean | undefined {
  const sets = [0, 1].flatMap((set) => {
    const joints = primitive.getAttribute(`JOINTS_${set}`)
    const weights = primitive.getAttribute(`WEIGHTS_${set}`)
    return joints && weights
      ? [{ joints: readAccessor(joints, 4), weights: readAccessor(weights, 4) }]
      : []
  })
  if (sets.length === 0) return undefined
  const matrices = getJointMatrices(skin)
  const blended: mat4 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let point = 0; point < shape.positions.length / 3; point++) {
    blended.fill(0)
    let sum = 0
    for (const { joints, weights } of sets) {
      for (let k = point * 4; k < point * 4 + 4; k++) {
        const weight = weights[k] ?? 0
        const matrix = weight === 0 ? undefined : matrices[joints[k] ?? 0]
        if (!matrix) continue
        sum += weight
        for (let cell = 0; cell < 16; cell++)
          blended[cell] = (blended[cell] ?? 0) + weight * (matrix[cell] ?? 0)
      }
    }
    // In viewers, points without weights follow the first joint of the skin.
    const only = sum > 0 ? undefined : matrices[sets[0]?.joints[point * 4] ?? 0]
    for (let cell = 0; cell < 16; cell++) {
      blended[cell] = only ? (only[cell] ?? 0) : (blended[cell] ?? 0) / (sum || 1)
    }
    transformBlended(shape, point, blended)
  }
  const mirrored = matrices.filter((matrix) => getDeterminant(matrix) < 0).length
  return mirrored > matrices.length / 2
}

function getJointMatrices(skin: Skin): mat4[] {
  const inverses = skin.getInverseBindMatrices()
  return skin.listJoints().map((joint, at) => {
    const world = joint.getWorldMatrix()
    return inverses
      ? multiplyMatrices(
          world,
          inverses.getElement<mat4>(at, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
        )
      : world
  })
}
