import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { measureExtent } from '../mesh/extent.ts'
import { cutMaterial, type MeshPart, type Parts } from '../mesh/parts.ts'
import { isClosedWhenSaved } from '../mesh/saved-closed.ts'
import { createBox, moveBody } from '../mesh/solids.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { createBall, createSheet } from './bodies.fixture.ts'
import { preparePrint } from './prepare-print.ts'
import { startSolids, toParts } from './solid.ts'
import { splitShells } from './split-shells.ts'
import type { PrepStep } from './steps.ts'

let solids: ManifoldToplevel
beforeAll(async () => {
  solids = await startSolids()
})

const getModel = (...parts: MeshPart[]): Parts => ({ parts, materials: [cutMaterial] })
const prepare = (model: Parts, step: PrepStep) =>
  preparePrint(model, step, { start: async () => solids })
const cut = (step: Partial<Extract<PrepStep, { kind: 'cut' }>> = {}) =>
  ({
    kind: 'cut',
    axis: 'y',
    offsetsMm: [20],
    joint: 'none',
    clearanceMm: 0.15,
    ...step,
  }) as const
const getPieces = (model: Parts, word: string) => [
  ...new Set(model.parts.flatMap(({ name }) => (name?.startsWith(word) ? [name] : []))),
]
const takePiece = (model: Parts, name: string) => model.parts.filter((part) => part.name === name)
const getVolume = (parts: readonly MeshPart[]) => analyzeTopology(parts).volume * 1e9

describe('cut', () => {
  it('divides a model into closed pieces side by side on the bed', async () => {
    const { model, sentence } = await prepare(
      getModel(createBox([0.04, 0.06, 0.03])),
      cut({ offsetsMm: [20, 45] }),
    )
    expect(sentence).toBe('Cut into 3 pieces.')
    const pieces = getPieces(model, 'Piece').map((name) => takePiece(model, name))
    expect(pieces.map((piece) => Math.round(getVolume(piece)))).toEqual([24_000, 30_000, 18_000])
    for (const piece of pieces) {
      expect(isClosedWhenSaved(piece)).toBe(true)
      expect(measureExtent(piece).low[1]).toBeCloseTo(0, 6)
    }
    expect(analyzeTopology(model.parts).shells).toHaveLength(3)
  })

  it('adds dowels that are thinner than their holes', async () => {
    const { model, sentence } = await prepare(
      getModel(createBox([0.04, 0.06, 0.03])),
      cut({ joint: 'dowels', axis: 'x' }),
    )
    expect(sentence).toBe('Cut into 2 pieces with 2 dowels.')
    const pins = getPieces(model, 'Dowel').map((name) => takePiece(model, name))
    const pieces = getPieces(model, 'Piece').map((name) => takePiece(model, name))
    expect(pins).toHaveLength(2)
    for (const one of [...pins, ...pieces]) expect(isClosedWhenSaved(one)).toBe(true)
    const holes = 72_000 - pieces.reduce((sum, piece) => sum + getVolume(piece), 0)
    const filled = pins.reduce((sum, pin) => sum + getVolume(pin), 0)
    expect(filled).toBeGreaterThan(holes * 0.7)
    expect(filled).toBeLessThan(holes * 0.99)
  })

  it('places the dowels of a fine model on opposite sides', async () => {
    const radius = 0.02
    const tests = vi.spyOn(solids.Manifold, 'cylinder')
    const { model, sentence } = await prepare(
      getModel(createBall(radius, 90)),
      cut({ joint: 'dowels' }),
    )
    expect(sentence).toBe('Cut into 2 pieces with 2 dowels.')
    // Each test takes milliseconds.
    expect(tests.mock.calls.length).toBeLessThan(100)
    tests.mockRestore()
    const lower = takePiece(model, 'Piece 1')
    const { low, high } = measureExtent(lower)
    const middle = [0, 1, 2].map((axis) => (low[axis]! + high[axis]!) / 2)
    const rims = lower.flatMap(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, at) => [
        positions[at * 3]! - middle[0]!,
        positions[at * 3 + 1]! - high[1],
        positions[at * 3 + 2]! - middle[2]!,
      ]).filter(([x, y, z]) => y! > -1e-6 && Math.hypot(x!, z!) < radius * 0.98),
    )
    const [first] = rims
    expect(
      Math.max(...rims.map(([x, , z]) => Math.hypot(x! - first![0]!, z! - first![2]!))),
    ).toBeGreaterThan(radius)
  })

  it('refuses a dovetail where the middle of the cut is empty', async () => {
    const legs = [-0.03, 0.03].map((x) => moveBody(createBox([0.01, 0.04, 0.04]), [x, 0, 0]))
    const top = moveBody(createBox([0.08, 0.01, 0.04]), [0, 0.024, 0])
    await expect(
      prepare(getModel(top, ...legs), cut({ joint: 'dovetail', offsetsMm: [15] })),
    ).rejects.toThrow('no room for a dovetail')
  })

  it.each(['x', 'y', 'z'] as const)('lets a dovetail slide in along %s', async (axis) => {
    const offsetsMm = [25]
    const { model } = await prepare(
      getModel(createBox([0.05, 0.05, 0.06])),
      cut({ joint: 'dovetail', axis, offsetsMm }),
    )
    const [lower, upper] = getPieces(model, 'Piece').map((name) => takePiece(model, name))
    expect(isClosedWhenSaved(lower!) && isClosedWhenSaved(upper!)).toBe(true)
    // The groove is larger than the tongue, so the pieces together are smaller than the model.
    const whole = 150_000
    const sum = getVolume(lower!) + getVolume(upper!)
    expect(sum).toBeLessThan(whole)
    expect(sum).toBeGreaterThan(whole * 0.98)
  })

  it.each<[string, PrepStep, RegExp]>([
    ['a plane beside the model', cut({ offsetsMm: [90] }), /does not pass/],
    ['a clearance wider than a dowel', cut({ joint: 'dowels', clearanceMm: 9 }), /clearance/],
    ['a clearance wider than a dovetail', cut({ joint: 'dovetail', clearanceMm: 9 }), /dovetail/],
  ])('refuses %s', async (_, step, said) => {
    await expect(prepare(getModel(createBox([0.04, 0.06, 0.03])), step)).rejects.toThrow(said)
  })

  it.each(['none', 'dowels', 'dovetail'] as const)(
    'refuses a closed sheet without thickness (joint %s)',
    async (joint) => {
      const open = getModel(createSheet(3, () => false))
      const { model } = await prepare(open, { kind: 'fill' })
      await expect(prepare(model, cut({ joint }))).rejects.toThrow('no thickness')
    },
  )

  it('throws a sentence if the solid modeller throws a number', async () => {
    const model = getModel(createBox([0.04, 0.06, 0.03]))
    const start = vi.fn<() => Promise<ManifoldToplevel>>().mockRejectedValue(1_022_592)
    await expect(preparePrint(model, cut(), { start })).rejects.toThrow('Press “Repair” first')
  })

  it('needs a closed model', async () => {
    await expect(prepare(getModel(createBox([0.04, 0.06, 0.03], 5)), cut())).rejects.toThrow(
      /Repair/,
    )
  })
})

describe('split', () => {
  it('puts each shell on the bed, and keeps cavities in their shell', async () => {
    const hollow = [
      createBox([0.04, 0.04, 0.04]),
      moveBody(createBox([0.03, 0.03, 0.03]), [0, 0, 0], true),
    ]
    const ball = moveBody(createBall(0.01, 12), [0.1, 0.2, 0])
    const { model, sentence } = await prepare(getModel(...hollow, ball), { kind: 'split' })
    expect(sentence).toBe('Split into 2 pieces.')
    const pieces = splitShells(model.parts)
    expect(pieces.map((piece) => measureExtent(piece).low[1])).toEqual([0, 0])
    expect(analyzeTopology(pieces[0]!).shells).toHaveLength(2)
  })

  it('separates a solid from the bowl around it', async () => {
    const { Manifold } = solids
    const body = Manifold.sphere(0.02, 24)
      .subtract(Manifold.sphere(0.018, 24))
      .trimByPlane([0, -1, 0], 0)
    const bowl = toParts({ body, materialOf: new Map(), materials: [] })
    const ball = moveBody(createBall(0.004, 12), [0, -0.01, 0])
    const { sentence } = await prepare(getModel(...bowl.parts, ball), { kind: 'split' })
    expect(sentence).toBe('Split into 2 pieces.')
  })

  it('refuses thousands of shells without building the pieces', async () => {
    const shells = Array.from({ length: 4000 }, (_, at) =>
      moveBody(createBox([0.5, 0.5, 0.5]), [at % 63, Math.floor(at / 63), 0]),
    )
    const copies = vi.spyOn(shells[0]!.positions, 'slice')
    await expect(prepare(getModel(...shells), { kind: 'split' })).rejects.toThrow(
      'This has 4,000 pieces.',
    )
    expect(copies.mock.calls.length).toBeLessThan(10)
  })

  it('returns one piece unchanged', async () => {
    const model = getModel(createBall(0.01, 12))
    expect((await prepare(model, { kind: 'split' })).model).toBe(model)
  })
})

const table = () =>
  getModel(moveBody(createBox([0.04, 0.005, 0.04]), [0, 0.0225, 0]), createBox([0.01, 0.04, 0.01]))

describe('turn', () => {
  it('lays a table on its top', async () => {
    const { model, sentence } = await prepare(table(), { kind: 'turn' })
    expect(sentence).toBe('Turned: 94% less to support.')
    const { low, high } = measureExtent(model.parts)
    expect(low[1]).toBeCloseTo(0, 6)
    expect((low[0] + high[0]) / 2).toBeCloseTo(0, 6)
    const again = await prepare(model, { kind: 'turn' })
    expect(again.sentence).toBe('It already lies on its best side.')
  })

  it('lays a model on the side that was clicked', async () => {
    const { model } = await prepare(getModel(createBox([0.01, 0.06, 0.03])), {
      kind: 'turn',
      down: [1, 0, 0],
    })
    const { low, high } = measureExtent(model.parts)
    expect(high.map((value, axis) => Math.round((value - low[axis]!) * 1000))).toEqual([60, 10, 30])
  })
})
