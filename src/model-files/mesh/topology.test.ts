import { describe, expect, it } from 'vitest'
import { makeGlb } from '../glb/glb.fixture.ts'
import { readGlbParts } from './read-glb-parts.ts'
import { createBox, moveBody } from './solids.ts'
import { analyzeTopology } from './topology.ts'
import { weld } from './weld.ts'

describe('analyzeTopology', () => {
  it('reports that a box is closed, with its volume and area', () => {
    const seen = analyzeTopology([createBox([1, 2, 3])])
    expect(seen).toMatchObject({
      triangles: 12,
      points: 8,
      boundaryEdges: 0,
      nonManifoldEdges: 0,
      inconsistentEdges: 0,
      degenerate: 0,
      isClosed: true,
    })
    expect(seen.volume).toBeCloseTo(6)
    expect(seen.area).toBeCloseTo(22)
    expect(seen.shells).toHaveLength(1)
  })

  it('finds the boundary of a box without a lid', () => {
    const seen = analyzeTopology([createBox([1, 1, 1], 5)])
    expect(seen).toMatchObject({ boundaryEdges: 4, isClosed: false })
    expect(seen.openLines).toHaveLength(4 * 6)
    // All points of the open edges are at the missing side, z = −½.
    expect([...seen.openLines].filter((_, at) => at % 3 === 2)).toEqual(Array(8).fill(-0.5))
  })

  it('finds non-manifold edges', () => {
    const seen = analyzeTopology([createBox([1, 1, 1]), moveBody(createBox([1, 1, 1]), [1, 1, 0])])
    expect(seen).toMatchObject({ nonManifoldEdges: 1, isClosed: false })
  })

  it('finds a triangle whose winding differs from its neighbours', () => {
    const part = createBox([1, 1, 1])
    part.indices.subarray(0, 3).reverse()
    expect(analyzeTopology([part])).toMatchObject({ inconsistentEdges: 3, isClosed: false })
  })

  it('distinguishes a cavity from an inverted body', () => {
    const hollow = analyzeTopology([
      createBox([4, 4, 4]),
      moveBody(createBox([1, 1, 1]), [0, 0, 0], true),
    ])
    expect(hollow.shells.map(({ isCavity }) => isCavity)).toEqual([false, true])
    expect(hollow.volume).toBeCloseTo(63)
    const insideOut = analyzeTopology([moveBody(createBox([2, 2, 2]), [0, 0, 0], true)])
    expect(insideOut.shells[0]).toMatchObject({ isCavity: false, isClosed: true })
    expect(insideOut.shells[0]!.volume).toBeCloseTo(-8)
  })

  it('counts the shells, the largest first', () => {
    const parts = [createBox([1, 1, 1]), moveBody(createBox([1, 1, 1], 5), [3, 0, 0])]
    expect(analyzeTopology(parts).shells.map(({ triangles }) => triangles)).toEqual([12, 10])
  })

  it('counts triangles without area', () => {
    const part = createBox([1, 1, 1])
    part.indices.set([0, 0, 1], 0)
    expect(analyzeTopology([part])).toMatchObject({ degenerate: 1, boundaryEdges: 3 })
  })

  it('reads a GLB with its transforms and instances', async () => {
    const { parts } = await readGlbParts(await makeGlb({ cells: 2, nodes: 1 }))
    expect(analyzeTopology(parts)).toMatchObject({ triangles: 8, points: 9, boundaryEdges: 8 })
  })
})

describe('weld', () => {
  it('merges only points within the tolerance', () => {
    const near = { ...createBox([1, 1, 1]) }
    near.positions = near.positions.map((value, at) => value + (at % 7) * 1e-9)
    expect(weld([near]).positions).toHaveLength(8 * 3)
    const far = { ...createBox([1, 1, 1]) }
    far.positions = far.positions.map((value, at) => value + (at % 7) * 1e-3)
    expect(weld([far]).positions.length).toBeGreaterThan(8 * 3)
  })
})
