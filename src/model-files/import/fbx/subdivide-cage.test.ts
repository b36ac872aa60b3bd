import { describe, expect, it } from 'vitest'
import { type Cage, getEdgeKey, subdivideCage } from './subdivide-cage.ts'

const points = [
  [-1, -1, -1],
  [1, -1, -1],
  [1, 1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
  [1, -1, 1],
  [1, 1, 1],
  [-1, 1, 1],
].flat()

const cube: Cage = {
  points,
  faces: [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ],
  edges: new Map(),
  corners: new Map(),
  layers: [],
  hasSharpCorners: false,
}

const getPoint = ({ points: list }: Cage, at: number) =>
  list.slice(at * 3, at * 3 + 3).map((value) => expect.closeTo(value, 6) as unknown)

const square: Cage = { ...cube, points: points.slice(0, 12), faces: [[0, 1, 2, 3]] }

describe('subdivideCage', () => {
  it('moves the points of a cube by the rules of Catmull and Clark', () => {
    const made = subdivideCage(cube)
    expect([made.points.length / 3, made.faces.length]).toEqual([26, 24])
    expect([5 / 9, 5 / 9, 5 / 9]).toEqual(getPoint(made, 6))
    expect([-0.75, 0, -0.75]).toEqual(getPoint(made, 8))
  })

  it('keeps an edge sharp for one subdivision per unit of sharpness', () => {
    const made = subdivideCage({ ...cube, edges: new Map([[getEdgeKey(0, 3), 1.5]]) })
    expect([-1, 0, -1]).toEqual(getPoint(made, 8))
    expect([...made.edges.values()]).toEqual([0.5, 0.5])
  })

  it('rounds the corners of a border unless the file keeps them sharp', () => {
    expect([-0.75, -0.75, -1]).toEqual(getPoint(subdivideCage(square), 0))
    const kept = subdivideCage({ ...square, hasSharpCorners: true })
    expect([-1, -1, -1]).toEqual(getPoint(kept, 0))
  })

  it('keeps texture coordinates linear within a polygon', () => {
    const uvs = { size: 2, values: [0, 0, 1, 0, 1, 1, 0, 1] }
    const [made] = subdivideCage({ ...square, layers: [uvs] }).layers
    expect(made?.values.slice(0, 8)).toEqual([0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5])
  })
})
