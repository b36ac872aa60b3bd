import { Box3, Matrix4, Quaternion, Vector3 } from 'three'
import { at, indicesOf, type Json, listOf, objectOf } from '../glb/glb-json.ts'

/** What whole numbers are divided by where they stand for −1 to 1, or 0 to 1. */
const normalizedMax: Readonly<Record<number, number>> = {
  5120: 127,
  5121: 255,
  5122: 32_767,
  5123: 65_535,
}

/**
 * How large a model is by what its description says of its points, which glTF 2.0 asks for
 * (section 3.6.2.5). Turned parts count by the corners of their boxes, so that it may be a little
 * less.
 *
 * @returns width, height and depth in metres; `undefined` where nothing is said.
 */
export function statedSize(root: Json): [x: number, y: number, z: number] | undefined {
  const nodes = listOf(root['nodes'])
  const meshes = listOf(root['meshes'])
  const accessors = listOf(root['accessors'])
  const whole = new Box3()
  const scene = at(listOf(root['scenes']), root['scene'] ?? 0)
  const waiting = indicesOf(scene['nodes']).map((index) => ({ index, above: new Matrix4() }))
  // Nodes form a tree, which whoever counted the triangles has seen to.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = at(nodes, next.index)
    const place = next.above.clone().multiply(matrixOf(node))
    if (typeof node['mesh'] === 'number') {
      for (const { attributes } of listOf(at(meshes, node['mesh'])['primitives'])) {
        const box = statedBox(at(accessors, objectOf(attributes)['POSITION']))
        if (box) whole.union(box.applyMatrix4(place))
      }
    }
    for (const index of indicesOf(node['children'])) waiting.push({ index, above: place })
  }
  if (whole.isEmpty()) return undefined
  const { x, y, z } = whole.getSize(new Vector3())
  return [x, y, z]
}

function statedBox(accessor: Json): Box3 | undefined {
  const low = numbersOf(accessor['min'], 3)
  const high = numbersOf(accessor['max'], 3)
  if (!low || !high) return undefined
  const unit =
    accessor['normalized'] === true ? (normalizedMax[Number(accessor['componentType'])] ?? 1) : 1
  return new Box3(
    new Vector3().fromArray(low).divideScalar(unit),
    new Vector3().fromArray(high).divideScalar(unit),
  )
}

function matrixOf(node: Json): Matrix4 {
  const matrix = numbersOf(node['matrix'], 16)
  if (matrix) return new Matrix4().fromArray(matrix)
  const [x = 0, y = 0, z = 0, w = 1] = numbersOf(node['rotation'], 4) ?? []
  return new Matrix4().compose(
    new Vector3().fromArray(numbersOf(node['translation'], 3) ?? [0, 0, 0]),
    new Quaternion(x, y, z, w),
    new Vector3().fromArray(numbersOf(node['scale'], 3) ?? [1, 1, 1]),
  )
}

const numbersOf = (value: unknown, length: number): number[] | undefined =>
  Array.isArray(value) && value.length === length && value.every(Number.isFinite)
    ? (value as number[])
    : undefined
