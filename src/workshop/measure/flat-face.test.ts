import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { createBox } from '#model-files/mesh/solids.ts'
import { type FlatFace, findEdges, findFlatFace, nearestEdge } from './flat-face.ts'

/** Returns a square of 2 × 2 m in 4 × 4 cells, with a hole of 1 × 1 m in the middle. */
function frame() {
  const positions: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= 4; y++) for (let x = 0; x <= 4; x++) positions.push(x / 2, y / 2, 0)
  for (let y = 0; y < 4; y++) {
    for (let x = 0; x < 4; x++) {
      if (x > 0 && x < 3 && y > 0 && y < 3) continue
      const at = y * 5 + x
      indices.push(at, at + 1, at + 6, at, at + 6, at + 5)
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) }
}

const faceIn = (
  { positions, indices }: { positions: Float32Array; indices: Uint32Array },
  triangle = 0,
) =>
  findFlatFace(
    findEdges(positions, indices),
    [...indices.subarray(triangle * 3, triangle * 3 + 3)] as [number, number, number],
    (point) => new Vector3().fromArray(positions, point * 3),
  )!

const getLengths = ({ edges }: FlatFace) =>
  edges.map(([from, to]) => from.distanceTo(to)).toSorted((a, b) => a - b)

describe('findFlatFace', () => {
  it('returns one side of a box with its area and edges', () => {
    const face = faceIn(createBox([1, 2, 3]))
    const sides = getLengths(face)
    expect(face.edges).toHaveLength(4)
    expect(face.area).toBeCloseTo(sides[0]! * sides[2]!)
    expect(face.outline).toHaveLength(5)
  })

  it('subtracts holes, and joins edges on one line', () => {
    const face = faceIn(frame())
    expect(face.area).toBeCloseTo(3)
    expect(getLengths(face)).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
    expect(Math.max(...face.outline.map(({ x }) => x))).toBe(2)
    expect(face.outline).toHaveLength(5)
    const [from, to] = nearestEdge(face, new Vector3(0.6, 0.45, 0))!
    expect([from.y, to.y]).toEqual([0.5, 0.5])
    const [low, high] = nearestEdge(face, new Vector3(1, 0.1, 0))!
    expect([low.y, high.y]).toEqual([0, 0])
  })

  it('returns undefined for a triangle without an area', () => {
    const positions = new Float32Array(9)
    expect(
      findFlatFace(
        findEdges(positions, new Uint32Array([0, 1, 2])),
        [0, 1, 2],
        () => new Vector3(),
      ),
    ).toBeUndefined()
  })
})
