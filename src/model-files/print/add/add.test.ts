import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureExtent } from '../../mesh/extent.ts'
import { cutMaterial, type MeshPart, type Parts } from '../../mesh/parts.ts'
import { createBox, moveBody } from '../../mesh/solids.ts'
import { analyzeTopology } from '../../mesh/topology.ts'
import { createBall } from '../bodies.fixture.ts'
import { preparePrint } from '../prepare-print.ts'
import { startSolids } from '../solid.ts'
import type { PrepStep, TextMask } from '../steps.ts'
import { traceMask } from './trace-mask.ts'

let solids: ManifoldToplevel
beforeAll(async () => {
  solids = await startSolids()
})

const getModel = (...parts: MeshPart[]): Parts => ({
  parts,
  materials: [{ ...cutMaterial, name: 'own' }],
})
const prepare = async (model: Parts, step: PrepStep) =>
  (await preparePrint(model, step, { start: async () => solids })).model

function draw(rows: readonly string[], size = 8): TextMask {
  const width = (rows[0]?.length ?? 0) * size
  const height = rows.length * size
  const coverage = new Uint8Array(width * height)
  coverage.forEach((_, at) => {
    const row = rows[Math.floor(at / width / size)]
    coverage[at] = row?.[Math.floor((at % width) / size)] === '#' ? 255 : 0
  })
  return { width, height, coverage, letterPx: height }
}

const ringAndDot = draw(['###..#', '#.#..#', '###...'])

function getArea(loop: readonly (readonly [number, number])[]): number {
  return loop.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = loop[(at + 1) % loop.length] ?? [0, 0]
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}

describe('traceMask', () => {
  it('returns outlines counter-clockwise and holes clockwise', () => {
    const areas = traceMask(ringAndDot).map(getArea)
    expect(areas).toHaveLength(3)
    expect(areas.toSorted((a, b) => a - b).map((area) => Math.round(area / 64))).toEqual([-1, 2, 9])
  })

  it('places the outline between pixels by their coverage', () => {
    const coverage = new Uint8Array([0, 0, 0, 0, 255, 191, 0, 0, 0])
    const [loop] = traceMask({ width: 3, height: 3, coverage, letterPx: 3 })
    expect(Math.max(...(loop ?? []).map(([x]) => x))).toBeCloseTo(2 + (127.5 - 191) / -191, 5)
  })

  it('closes the outline of letters at the rim of the mask', () => {
    expect(traceMask(draw(['#'])).map((loop) => loop.length > 4)).toEqual([true])
  })

  it('traces pixels that touch at a corner', () => {
    const areas = traceMask(draw(['#.', '.#'], 4)).map(getArea)
    expect(Math.round(areas.reduce((sum, area) => sum + area, 0))).toBeCloseTo(32, -1)
  })
})

const stand = { kind: 'stand', thicknessMm: 3, marginMm: 4 } as const
const text = { mask: ringAndDot, letterMm: 8, raiseMm: 1 }

describe('base plate', () => {
  it.each(['round', 'square'] as const)(
    'is closed and one piece with the model on a %s plate with text',
    async (shape) => {
      const model = await prepare(getModel(createBall()), { ...stand, shape, text })
      const { isClosed, shells, inconsistentEdges } = analyzeTopology(model.parts)
      expect({ isClosed, shells: shells.length, inconsistentEdges }).toEqual({
        isClosed: true,
        shells: 1,
        inconsistentEdges: 0,
      })
      expect(model.materials.map(({ name }) => name)).toEqual(['own', 'Base', 'Text'])
      expect(new Set(model.parts.map(({ material }) => material)).size).toBe(3)
    },
  )

  it('has the wanted thickness and margin', async () => {
    const box = getModel(createBox([0.03, 0.02, 0.02]))
    const model = await prepare(box, { ...stand, shape: 'square' })
    const { low, high } = measureExtent(model.parts)
    expect((high[0] - low[0]) * 1000).toBeCloseTo(38, 3)
    expect((high[2] - low[2]) * 1000).toBeCloseTo(28, 3)
    expect((high[1] - low[1]) * 1000).toBeCloseTo(20 + 3 - 1.2, 3)
  })

  it('has room for the letters in front of the model, the right way round', async () => {
    const box = getModel(createBox([0.03, 0.02, 0.02]))
    const model = await prepare(box, { ...stand, shape: 'square', text })
    const letters = model.parts.filter(({ material }) => material === 2)
    const { low, high } = measureExtent(letters)
    expect(low[2]).toBeGreaterThan(0.01)
    expect((high[2] - low[2]) * 1000).toBeCloseTo(8, 1)
    // The letters include a dot at the right and at the back.
    const dot = letters.flatMap(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, at) => positions.slice(at * 3, at * 3 + 3)),
    )
    const right = dot.filter(([x = 0]) => x > high[0] - 0.0015).map(([, , z = 0]) => z)
    expect(Math.max(...right)).toBeLessThan(high[2] - 0.002)
  })

  it('scales with the print', async () => {
    const { model } = await preparePrint(
      getModel(createBox([1, 1, 1])),
      { ...stand, shape: 'square' },
      { start: async () => solids, scale: 0.1 },
    )
    const { low, high } = measureExtent(model.parts)
    expect((high[0] - low[0]) * 100).toBeCloseTo(108, 3)
  })

  it('is refused for an open model, with the step that helps', async () => {
    await expect(
      prepare(getModel(createBox([0.03, 0.02, 0.02], 5)), { ...stand, shape: 'round' }),
    ).rejects.toThrow('Repair')
  })
})

const ring = { kind: 'ring', holeMm: 5, bandMm: 3, thicknessMm: 3 } as const

describe('ring', () => {
  it.each<[string, Parts]>([
    ['a ball', getModel(createBall())],
    ['a thin plate that stands', getModel(createBox([0.04, 0.06, 0.003]))],
    ['a thin plate that lies', getModel(createBox([0.04, 0.003, 0.06]))],
    ['a tall box', getModel(createBox([0.02, 0.08, 0.03]))],
  ])('is closed, in one piece, and adds one tunnel to %s', async (_, before) => {
    const model = await prepare(before, ring)
    const { isClosed, shells, points, triangles } = analyzeTopology(model.parts)
    expect({ isClosed, shells: shells.length }).toEqual({ isClosed: true, shells: 1 })
    // Euler's formula: points − edges + faces = 2 − 2 × tunnels.
    expect((2 - (points - triangles / 2)) / 2).toBe(1)
  })

  it('goes where the user clicked', async () => {
    const box = getModel(createBox([0.04, 0.04, 0.01]))
    const spot = { at: [0.02, 0, 0], normal: [1, 0, 0] } as const
    const model = await prepare(box, { ...ring, spot })
    const { low, high } = measureExtent(model.parts)
    expect(high[0]).toBeGreaterThan(0.026)
    expect(high[1] - low[1]).toBeCloseTo(0.04, 6)
  })

  it('joins overlapping shells, so that the result is one piece', async () => {
    const model = await prepare(
      getModel(createBall(0.02, 12), moveBody(createBall(0.02, 12), [0.011, 0.013, 0.007])),
      ring,
    )
    expect(analyzeTopology(model.parts).shells).toHaveLength(1)
  })
})
