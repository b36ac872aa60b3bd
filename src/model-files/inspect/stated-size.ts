import { Box3, Matrix4, Quaternion, Vector3 } from 'three'
import { isList } from '#lib/fields.ts'
import { at, toIndices, type Json, toObjectList, toObject } from '../glb/glb-json.ts'

const normalizedMax: Readonly<Record<number, number>> = {
  5120: 127,
  5121: 255,
  5122: 32_767,
  5123: 65_535,
}

/**
 * Returns the size of a model from the bounds that glTF 2.0 requires (section 3.6.2.5). The true
 * size of rotated nodes may be slightly smaller.
 * @returns width, height and depth in metres, or `undefined` without bounds.
 */
export function statedSize(root: Json): [x: number, y: number, z: number] | undefined {
  const nodes = toObjectList(root['nodes'])
  const meshes = toObjectList(root['meshes'])
  const accessors = toObjectList(root['accessors'])
  const whole = new Box3()
  const scene = at(toObjectList(root['scenes']), root['scene'] ?? 0)
  const waiting = toIndices(scene['nodes']).map((index) => ({ index, above: new Matrix4() }))
  // The loop ends, because the caller has checked that the nodes form a tree.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = at(nodes, next.index)
    const place = next.above.clone().multiply(getMatrix(node))
    if (typeof node['mesh'] === 'number') {
      for (const { attributes } of toObjectList(at(meshes, node['mesh'])['primitives'])) {
        const box = statedBox(at(accessors, toObject(attributes)['POSITION']))
        if (box) whole.union(box.applyMatrix4(place))
      }
    }
    for (const index of toIndices(node['children'])) waiting.push({ index, above: place })
  }
  if (whole.isEmpty()) return undefined
  const { x, y, z } = whole.getSize(new Vector3())
  return [x, y, z]
}

function statedBox(accessor: Json): Box3 | undefined {
  const low = getNumbers(accessor['min'], 3)
  const high = getNumbers(accessor['max'], 3)
  if (!low || !high) return undefined
  const unit =
    accessor['normalized'] === true ? (normalizedMax[Number(accessor['componentType'])] ?? 1) : 1
  return new Box3(
    new Vector3().fromArray(low).divideScalar(unit),
    new Vector3().fromArray(high).divideScalar(unit),
  )
}

function getMatrix(node: Json): Matrix4 {
  const matrix = getNumbers(node['matrix'], 16)
  if (matrix) return new Matrix4().fromArray(matrix)
  const [x = 0, y = 0, z = 0, w = 1] = getNumbers(node['rotation'], 4) ?? []
  return new Matrix4().compose(
    new Vector3().fromArray(getNumbers(node['translation'], 3) ?? [0, 0, 0]),
    new Quaternion(x, y, z, w),
    new Vector3().fromArray(getNumbers(node['scale'], 3) ?? [1, 1, 1]),
  )
}

const getNumbers = (value: unknown, length: number): number[] | undefined =>
  isList(value) && value.length === length && value.every(isFiniteNumber) ? value : undefined

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)
