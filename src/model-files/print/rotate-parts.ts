import { Quaternion, Vector3 } from 'three'
import type { MeshPart } from '../mesh/parts.ts'

type Direction = readonly [x: number, y: number, z: number]

/** Rotates parts around the origin by the smallest angle that makes `from` point along `to`. */
export function rotateParts(
  parts: readonly MeshPart[],
  from: Direction,
  to: Direction,
): MeshPart[] {
  const turn = new Quaternion().setFromUnitVectors(
    new Vector3(...from).normalize(),
    new Vector3(...to).normalize(),
  )
  const vector = new Vector3()
  const rotate = (values: Float32Array) => {
    const rotated = new Float32Array(values.length)
    for (let at = 0; at < values.length; at += 3) {
      vector.fromArray(values, at).applyQuaternion(turn).toArray(rotated, at)
    }
    return rotated
  }
  return parts.map((part) => ({
    ...part,
    positions: rotate(part.positions),
    ...(part.normals && { normals: rotate(part.normals) }),
  }))
}
