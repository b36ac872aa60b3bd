import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { Vector3 } from 'three'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeStl } from '../export/write-stl.ts'
import { cutMaterial, type MeshPart, type Parts } from '../mesh/parts.ts'
import { createBox, moveBody } from '../mesh/solids.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { createBall, createSheet } from './bodies.fixture.ts'
import { preparePrint } from './prepare-print.ts'
import { repair } from './repair.ts'
import { startSolids } from './solid.ts'
import type { PrepStep } from './steps.ts'

let solids: ManifoldToplevel
beforeAll(async () => {
  solids = await startSolids()
})

const getModel = (...parts: MeshPart[]): Parts => ({ parts, materials: [cutMaterial] })
const prepare = (model: Parts, step: PrepStep) =>
  preparePrint(model, step, { start: async () => solids })

/** Counts the open edges of an STL. Like STL readers, merges only identical points. */
function getOpenEdges(stl: Uint8Array): number {
  const view = new DataView(stl.buffer)
  const balance = new Map<string, number>()
  const uses = new Map<string, number>()
  for (let triangle = 0; triangle < view.getUint32(80, true); triangle++) {
    const corners = [0, 1, 2].map((corner) =>
      [0, 4, 8]
        .map((axis) => view.getFloat32(84 + triangle * 50 + 12 + corner * 12 + axis, true) + 0)
        .join(),
    )
    corners.forEach((from, corner) => {
      const to = corners[(corner + 1) % 3]!
      const key = from < to ? `${from} ${to}` : `${to} ${from}`
      uses.set(key, (uses.get(key) ?? 0) + 1)
      balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1))
    })
  }
  return [...uses].filter(([key, count]) => count !== 2 || balance.get(key) !== 0).length
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  [0, 1, 2].reduce((sum, axis) => sum + (a[axis] ?? 0) * (b[axis] ?? 0), 0)

/** Returns the outward planes of the faces, without the faces at the poles, which have no area. */
function getPlanes({ positions, indices }: MeshPart) {
  return Array.from({ length: indices.length / 3 }, (_, face) => {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const point = (indices[face * 3 + corner] ?? 0) * 3
      return new Vector3(...positions.subarray(point, point + 3))
    }) as [Vector3, Vector3, Vector3]
    const across = b.clone().sub(a).cross(c.clone().sub(a))
    if (across.length() < 1e-12) return []
    const normal = across.normalize().toArray()
    return [{ normal, at: dot(normal, a.toArray()) }]
  }).flat()
}

const saved = (model: Parts) => getOpenEdges(writeStl(model, { scale: 1000, upAxis: 'z' }))

function createTwoSided(): MeshPart {
  const sheet = createSheet(3, () => false)
  const indices = [...sheet.indices, ...sheet.indices.toReversed()]
  return { ...sheet, indices: Uint32Array.from(indices) }
}

describe('prepared print', () => {
  it('is watertight after saving, even if the corners of neighbouring triangles differ slightly', () => {
    const hairs = createBox([0.06, 0.06, 0.06])
    hairs.positions = hairs.positions.map((value, at) => value + (at % 5) * 1e-9)
    expect(analyzeTopology([hairs]).isClosed).toBe(true)
    expect(saved(getModel(hairs))).toBe(0)
  })

  it.each<[string, Parts]>([
    ['a ball', getModel(createBall(0.03, 12))],
    [
      'balls that overlap',
      getModel(createBall(0.02, 12), moveBody(createBall(0.02, 12), [0.011, 0.013, 0.007])),
    ],
    [
      'boxes through each other',
      getModel(createBox([0.06, 0.03, 0.03]), createBox([0.03, 0.06, 0.03])),
    ],
  ])('is closed after hollowing %s, without inner walls', async (_, model) => {
    const { model: hollowed } = await prepare(model, { kind: 'hollow', wallMm: 4, drainMm: 5 })
    expect(saved(hollowed)).toBe(0)
    expect(analyzeTopology(hollowed.parts).shells).toHaveLength(1)
  })

  it.each([12, 24])(
    'has walls of at least the chosen thickness, with %i segments',
    async (segments) => {
      const ball = createBall(0.03, segments)
      const { model } = await prepare(getModel(ball), { kind: 'hollow', wallMm: 3, drainMm: 0 })
      // The nearest surface point of a convex ball is on the plane of a face.
      const planes = getPlanes(ball)
      const depthsMm = model.parts.flatMap(({ positions }) =>
        Array.from({ length: positions.length / 3 }, (_, at) => {
          const point = positions.subarray(at * 3, at * 3 + 3)
          return Math.min(...planes.map(({ normal, at: on }) => on - dot(normal, point))) * 1000
        }),
      )
      const inner = depthsMm.filter((depth) => depth > 1)
      expect(inner.length).toBeGreaterThan(100)
      expect(Math.min(...inner)).toBeGreaterThanOrEqual(3)
      expect(Math.min(...inner)).toBeLessThan(3.1)
    },
  )

  it('has a drain for every cavity after hollowing', async () => {
    const pin = moveBody(createBox([0.004, 0.03, 0.004]), [0, 0.03, 0])
    const model = getModel(
      createBall(0.02, 12),
      moveBody(createBall(0.015, 12), [0, 0.055, 0]),
      pin,
    )
    const { model: hollowed } = await prepare(model, { kind: 'hollow', wallMm: 3, drainMm: 3 })
    const { shells } = analyzeTopology(hollowed.parts)
    expect(shells.filter(({ isCavity }) => isCavity)).toHaveLength(0)
    expect(saved(hollowed)).toBe(0)
  })

  const turnedSide = createBox([0.05, 0.05, 0.05])
  turnedSide.indices.subarray(0, 6).reverse()
  const finned = (): Parts => {
    const fin = createBox([0.05, 0.05, 0.05], 1)
    return getModel(createBox([0.05, 0.05, 0.05]), {
      ...fin,
      positions: fin.positions.map((v, at) => (at % 3 === 0 ? v + (at > 5 ? 0.01 : 0) : v)),
    })
  }
  it.each<[string, Parts, RegExp]>([
    ['a missing side', getModel(createBox([0.05, 0.04, 0.03], 5)), /Filled 1 hole/],
    ['a side wound the other way', getModel(turnedSide), /Turned \d faces/],
    [
      'all of it inside out',
      getModel(moveBody(createBox([0.05, 0.05, 0.05]), [0, 0, 0], true)),
      /Turned/,
    ],
    ['a fin on its edges', finned(), /^Rebuilt/],
    [
      'boxes that share an edge',
      getModel(
        createBox([0.02, 0.02, 0.02]),
        moveBody(createBox([0.02, 0.02, 0.02]), [0.02, 0.02, 0]),
      ),
      /^Re/,
    ],
    ['a sheet', getModel(createSheet(3, (x) => x === 1)), /^Re/],
    ['a flat sheet with an outline', getModel(createSheet(3, () => false)), /^Rebuilt/],
    ['a flat sheet with two sides', getModel(createTwoSided()), /^Rebuilt/],
  ])('is closed after the repair of %s', (_, model, said) => {
    const { model: repaired, sentence } = repair(model, { solids, cells: 24 })
    expect(sentence).toMatch(said)
    expect(saved(repaired)).toBe(0)
    const { isClosed, volume } = analyzeTopology(repaired.parts)
    expect(isClosed && volume > 0).toBe(true)
  })

  it('keeps a model unchanged that needs no repair', async () => {
    const model = getModel(createBall())
    expect((await prepare(model, { kind: 'repair' })).model).toBe(model)
  })
})
