import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureExtent } from '../mesh/extent.ts'
import type { MeshPart, PartMaterial, Parts } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { createBox, moveBody } from '../mesh/solids.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { measureDistances } from './distance-field.ts'
import { createBall, createSheet } from './bodies.fixture.ts'
import { preparePrint } from './prepare-print.ts'
import { startSolids } from './solid.ts'
import type { PrepStep } from './steps.ts'

let solids: ManifoldToplevel
beforeAll(async () => {
  solids = await startSolids()
})

const plain: PartMaterial = {
  name: 'plain',
  color: [1, 1, 1, 1],
  metalness: 0,
  roughness: 1,
  emissive: [0, 0, 0],
}
const getModel = (...parts: MeshPart[]): Parts => ({ parts, materials: [plain] })
const prepare = (model: Parts, step: PrepStep, scale = 1) =>
  preparePrint(model, step, { start: async () => solids, scale })

async function findLeastWall(scale: number): Promise<number> {
  try {
    await prepare(getModel(createBall()), { kind: 'hollow', wallMm: 0.01 }, scale)
  } catch (error) {
    if (error instanceof UnworkableModelError) {
      return Number(/at least ([\d.]+) mm/.exec(error.message)?.[1])
    }
  }
  return Number.NaN
}

/** Returns x and z of the points around a drain hole in the flat floor of a box. */
function findRim({ parts }: Parts, [width, height, depth]: readonly number[]) {
  const points: [number, number][] = []
  for (const { positions } of parts) {
    for (let at = 0; at < positions.length; at += 3) {
      const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3)
      const isCorner =
        Math.abs(x) > (width ?? 0) / 2 - 1e-6 || Math.abs(z) > (depth ?? 0) / 2 - 1e-6
      if (y < -(height ?? 0) / 2 + 1e-6 && !isCorner) points.push([x, z])
    }
  }
  return points
}

describe('preparePrint', () => {
  it('scales to the requested height in all directions', async () => {
    const { model } = await prepare(getModel(createBox([1, 2, 3])), {
      kind: 'height',
      heightMm: 80,
    })
    const { low, high } = measureExtent(model.parts)
    expect(high.map((value, axis) => value - low[axis]!)).toEqual([
      expect.closeTo(0.04),
      expect.closeTo(0.08),
      expect.closeTo(0.12),
    ])
  })

  it('moves the model onto the build plate', async () => {
    const { model } = await prepare(getModel(moveBody(createBox([1, 1, 1]), [7, -3, 2])), {
      kind: 'plate',
    })
    expect(measureExtent(model.parts)).toEqual({ low: [-0.5, 0, -0.5], high: [0.5, 1, 0.5] })
  })

  it('merges close points and drops triangles without area', async () => {
    const far = createBox([1, 1, 1])
    far.positions = far.positions.map((value, at) => value + (at % 7) * 1e-5)
    expect(analyzeTopology([far]).isClosed).toBe(false)
    const { model } = await prepare(getModel(far), { kind: 'weld', toleranceMm: 5 })
    expect(analyzeTopology(model.parts)).toMatchObject({ isClosed: true, triangles: 12 })
    expect(model.parts[0]!.uvs).toHaveLength((model.parts[0]!.positions.length / 3) * 2)
  })

  it('closes a missing side, and does not change a closed model', async () => {
    const { model, sentence } = await prepare(getModel(createBox([1, 2, 3], 5)), { kind: 'fill' })
    expect(sentence).toBe('Filled 1 hole.')
    const seen = analyzeTopology(model.parts)
    expect(seen).toMatchObject({ isClosed: true, triangles: 12, inconsistentEdges: 0 })
    expect(seen.volume).toBeCloseTo(6)
    const again = await prepare(model, { kind: 'fill' })
    expect(again.model).toBe(model)
  })

  it('fills holes with concave corners, holes with collinear points, and two holes with a common vertex', async () => {
    const cross = createSheet(
      7,
      (x, y) => x >= 2 && x <= 4 && y >= 2 && y <= 4 && (x === 3 || y === 3),
    )
    const open = analyzeTopology([cross])
    expect(open.boundaryEdges).toBe(28 + 12)
    const touching = createSheet(6, (x, y) => (x === 2 && y === 2) || (x === 3 && y === 3))
    for (const part of [cross, touching]) {
      const { model } = await prepare(getModel(part), { kind: 'fill' })
      const { boundaryEdges, nonManifoldEdges, inconsistentEdges } = analyzeTopology(model.parts)
      expect({ boundaryEdges, nonManifoldEdges, inconsistentEdges }).toEqual({
        boundaryEdges: 0,
        nonManifoldEdges: 0,
        inconsistentEdges: 0,
      })
    }
  })

  it('drops small loose parts, and keeps other parts with their textures', async () => {
    const model = getModel(
      createBox([1, 1, 1]),
      moveBody(createBox([0.5, 0.5, 0.5]), [3, 0, 0]),
      moveBody(createBox([0.01, 0.01, 0.01]), [0, 3, 0]),
    )
    const { model: left, sentence } = await prepare(model, { kind: 'crumbs', fraction: 0.1 })
    expect(sentence).toBe('Removed 1 loose part.')
    expect(analyzeTopology(left.parts)).toMatchObject({ triangles: 24, isClosed: true })
    expect(left.parts[1]!.uvs).toEqual(model.parts[1]!.uvs)
  })

  it('keeps cavities when it removes small parts', async () => {
    const model = getModel(
      createBox([1, 1, 1]),
      moveBody(createBox([0.4, 0.4, 0.4]), [0, 0, 0], true),
    )
    const kept = await prepare(model, { kind: 'crumbs', fraction: 0.5 })
    expect(kept.sentence).toBe('No loose parts that small.')
  })

  it('removes small parts from a model of very many triangles that do not touch', async () => {
    const count = 130_000
    const positions = Float32Array.from({ length: count * 9 }, (_, at) => {
      const triangle = Math.floor(at / 9)
      const corner = Math.floor((at % 9) / 3)
      const size = triangle === 0 ? 300 : 0.5
      if (at % 3 === 0) return (triangle % 400) + (corner === 1 ? size : 0)
      return at % 3 === 1 ? Math.floor(triangle / 400) + (corner === 2 ? size : 0) : 0
    })
    const indices = Uint32Array.from({ length: count * 3 }, (_, at) => at)
    const { sentence } = await prepare(getModel({ positions, indices, material: 0 }), {
      kind: 'crumbs',
      fraction: 0.1,
    })
    expect(sentence).toBe('Removed 129,999 loose parts.')
  })

  it('fills a hole with tens of thousands of points', async () => {
    const count = 50_000
    const positions = new Float32Array((count + 1) * 3)
    const indices = new Uint32Array(count * 3)
    for (let at = 0; at < count; at++) {
      const angle = (at / count) * 2 * Math.PI
      positions.set([Math.cos(angle), Math.sin(angle), 0], at * 3)
      indices.set([at, (at + 1) % count, count], at * 3)
    }
    positions.set([0, 0, 0.5], count * 3)
    const cone = { positions, indices, material: 0 }
    expect((await prepare(getModel(cone), { kind: 'fill' })).sentence).toBe('Filled 1 hole.')
  })

  it('unites overlapping shells when it repairs or cuts a base', async () => {
    const model = getModel(
      createBox([0.03, 0.03, 0.03]),
      moveBody(createBox([0.03, 0.03, 0.03]), [0.01, 0.005, 0.005]),
    )
    const union = 2 * 0.03 ** 3 - 0.02 * 0.025 * 0.025
    const repaired = await prepare(model, { kind: 'repair' })
    const seen = analyzeTopology(repaired.model.parts)
    expect(seen.shells).toHaveLength(1)
    expect(seen.volume / union).toBeCloseTo(1, 4)
    const cut = await prepare(model, { kind: 'base', heightMm: 10 })
    expect(analyzeTopology(cut.model.parts).shells).toHaveLength(1)
    const again = await prepare(repaired.model, { kind: 'repair' })
    expect(again.model).toBe(repaired.model)
  })

  it('cuts a flat, closed base, and keeps the texture above', async () => {
    const { model } = await prepare(getModel(createBox([1, 2, 3])), { kind: 'base', heightMm: 500 })
    const seen = analyzeTopology(model.parts)
    expect(seen).toMatchObject({ isClosed: true })
    expect(seen.volume).toBeCloseTo(4.5, 4)
    expect(model.materials.map(({ name }) => name)).toEqual(['plain', 'cut'])
    const cut = model.parts.find(({ material }) => material === 1)!
    expect(new Set(cut.positions.filter((_, at) => at % 3 === 1))).toEqual(new Set([-0.5]))
    const top = model.parts.find(({ material }) => material === 0)!
    expect(Math.max(...top.uvs!)).toBe(1)
  })

  it('hollows a ball with a wall of even thickness', async () => {
    const whole = analyzeTopology([createBall()]).volume
    const { model } = await prepare(getModel(createBall()), { kind: 'hollow', wallMm: 2 })
    const seen = analyzeTopology(model.parts)
    expect(seen).toMatchObject({ isClosed: true })
    expect(seen.shells.filter(({ isCavity }) => isCavity)).toHaveLength(1)
    // The ball has a radius of 20 mm, and the cavity a radius of 18 mm. The volume may differ by 2
    // % of the cavity.
    const cavity = (4 / 3) * Math.PI * 0.018 ** 3
    expect(Math.abs(whole - seen.volume - cavity) / cavity).toBeLessThan(0.02)
  })

  it('opens the cavity through a hole at its lowest point', async () => {
    const { model } = await prepare(getModel(createBall(0.02, 20)), {
      kind: 'hollow',
      wallMm: 4,
      drainMm: 4,
    })
    const seen = analyzeTopology(model.parts)
    expect(seen).toMatchObject({ isClosed: true })
    // The hole joins the inner and the outer surface to one shell.
    expect(seen.shells).toHaveLength(1)
    const rim = model.parts
      .flatMap(({ positions }) => [...positions].filter((_, at) => at % 3 === 1))
      .filter((y) => y < -0.0195)
    expect(rim.length).toBeGreaterThan(10)
  })

  it('keeps the whole thickness of the wall beside the drain hole of a box', async () => {
    const sizes = [0.06, 0.04, 0.05] as const
    const { model, sentence } = await prepare(getModel(createBox(sizes)), {
      kind: 'hollow',
      wallMm: 4,
      drainMm: 6,
    })
    const rim = findRim(model, sizes)
    expect(rim.length).toBeGreaterThan(10)
    for (const [x, z] of rim) {
      expect(Math.abs(x)).toBeLessThan(0.03 - 0.004)
      expect(Math.abs(z)).toBeLessThan(0.025 - 0.004)
    }
    expect(sentence).not.toContain('drain')
  })

  it('makes the drain hole of a narrow box smaller and reports the size', async () => {
    const sizes = [0.01, 0.04, 0.06] as const
    const { model, sentence } = await prepare(getModel(createBox(sizes)), {
      kind: 'hollow',
      wallMm: 2,
      drainMm: 8,
    })
    expect(sentence).toContain('The drain hole is 6 mm wide')
    for (const [x] of findRim(model, sizes)) expect(Math.abs(x)).toBeLessThan(0.0035)
    expect(analyzeTopology(model.parts)).toMatchObject({ isClosed: true })
  })

  it.each([undefined, { at: [0.005, -0.0015, 0.005], normal: [0, -1, 0] } as const])(
    'ends a drain hole inside a low cavity (place %j)',
    async (drainSpot) => {
      const { model } = await prepare(getModel(createBox([0.04, 0.003, 0.04])), {
        kind: 'hollow',
        wallMm: 1.2,
        drainMm: 5,
        drainSpot,
      })
      const rims = model.parts.flatMap(({ positions }) =>
        Array.from({ length: positions.length / 3 }, (_, at) => [
          ...positions.subarray(at * 3, at * 3 + 3),
        ]).filter(
          ([x = 0, y = 0, z = 0]) =>
            Math.max(Math.abs(x), Math.abs(z)) < 0.0199 && Math.abs(y) > 0.6e-3,
        ),
      )
      expect(rims.length).toBeGreaterThan(10)
      expect(rims.filter(([, y = 0]) => y > 0)).toEqual([])
      expect(analyzeTopology(model.parts)).toMatchObject({ isClosed: true })
    },
  )

  it('does not report a drain hole as narrower that has its whole width', async () => {
    const { sentence } = await prepare(getModel(createBox([0.06, 0.04, 0.05])), {
      kind: 'hollow',
      wallMm: 4,
      drainMm: 3.444,
    })
    expect(sentence).not.toContain('drain')
  })

  it('drills a drain hole from the place that the user chose straight inwards', async () => {
    const sizes = [0.06, 0.04, 0.05] as const
    const step = { kind: 'hollow', wallMm: 4, drainMm: 6 } as const
    const side = { at: [0.03, 0.005, 0.004], normal: [1, 0, 0] } as const
    const { model } = await prepare(getModel(createBox(sizes)), { ...step, drainSpot: side })
    const seen = analyzeTopology(model.parts)
    expect([seen.isClosed, seen.shells.length]).toEqual([true, 1])
    expect(findRim(model, sizes)).toEqual([])
    const rim = model.parts.flatMap(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, at) => [
        ...positions.subarray(at * 3, at * 3 + 3),
      ]).filter(
        ([x = 0, y = 0, z = 0]) => x > 0.03 - 1e-6 && Math.hypot(y - 0.005, z - 0.004) < 0.004,
      ),
    )
    expect(rim.length).toBeGreaterThan(10)
  })

  it('rejects a drain hole that leads to no cavity', async () => {
    // Both walls of the box are thicker than the small part beside the box.
    const foot = moveBody(createBox([0.006, 0.006, 0.006]), [0.2, 0, 0])
    const step = { kind: 'hollow', wallMm: 4, drainMm: 6 } as const
    const spot = { at: [0.203, 0, 0], normal: [1, 0, 0] } as const
    const model = getModel(createBox([0.06, 0.04, 0.05]), foot)
    await expect(prepare(model, { ...step, drainSpot: spot })).rejects.toThrow('no cavity behind')
  })

  it('measures lengths in millimetres of the print', async () => {
    // The model is one metre high, and the print 100 mm.
    const { model } = await prepare(
      getModel(createBox([1, 1, 1])),
      { kind: 'hollow', wallMm: 10 },
      0.1,
    )
    const cavity = analyzeTopology(model.parts).shells.find(({ isCavity }) => isCavity)
    expect(Math.abs(cavity?.volume ?? 0)).toBeCloseTo(0.8 ** 3, 1)
    const cut = await prepare(getModel(createBox([1, 1, 1])), { kind: 'base', heightMm: 20 }, 0.1)
    expect(measureExtent(cut.model.parts).low[1]).toBeCloseTo(-0.3)
  })

  it('reports the thinnest wall in millimetres of the print', async () => {
    expect((await findLeastWall(10)) / (await findLeastWall(1))).toBeCloseTo(10, -1)
  })

  it.each<[string, Parts, PrepStep]>([
    ['hollow what is open', getModel(createBox([1, 1, 1], 5)), { kind: 'hollow', wallMm: 100 }],
    ['leave no room for a cavity', getModel(createBall()), { kind: 'hollow', wallMm: 25 }],
    [
      'make a wall too thin to be measured',
      getModel(createBall()),
      { kind: 'hollow', wallMm: 0.05 },
    ],
    ['cut all of it away', getModel(createBall()), { kind: 'base', heightMm: 90 }],
    ['scale what is flat', getModel(createSheet(2, () => false)), { kind: 'height', heightMm: 5 }],
  ])('throws if a step cannot %s', async (_, model, step) => {
    const flat = step.kind === 'height'
    const asked = flat
      ? {
          ...model,
          parts: model.parts.map((part) => ({
            ...part,
            positions: part.positions.map((value, at) => (at % 3 === 1 ? 0 : value)),
          })),
        }
      : model
    await expect(prepare(asked, step)).rejects.toThrow(UnworkableModelError)
  })
})

describe('measureDistances', () => {
  it('returns distances accurate to a tenth of a cell, inside and outside', () => {
    const field = measureDistances([createBall()], 0.001)
    for (const [x, y, z] of [
      [0.01, 0, 0.003],
      [-0.004, 0.012, -0.007],
      [0.019, 0.001, 0],
      [0.0215, 0, 0.0005],
    ] as const) {
      // The triangulated ball is slightly smaller than the true ball.
      expect(Math.abs(field.at([x, y, z]) - (0.02 - Math.hypot(x, y, z)))).toBeLessThan(1.5e-4)
    }
  })
})
