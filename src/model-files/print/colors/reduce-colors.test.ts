import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { write3mf } from '../../export/write-3mf.ts'
import { encodeSrgb, withVertexColors } from '../../export/vertex-colors.ts'
import { emptyReport } from '../../import/import-report.ts'
import { read3mf } from '../../import/3mf/read-3mf.ts'
import { cutMaterial, type MeshPart, type Parts } from '../../mesh/parts.ts'
import { createBox, moveBody } from '../../mesh/solids.ts'
import { analyzeTopology } from '../../mesh/topology.ts'
import { createBall } from '../bodies.fixture.ts'
import type { Filament } from '../steps.ts'
import { applyFilaments, reduceColors } from './reduce-colors.ts'

const decode = async () => expect.fail()
const wish = { count: 4, patchArea: 0, detail: 0.0005 }

function paint(part: MeshPart, getColor: (x: number, y: number, z: number) => number[]): MeshPart {
  const colors = new Float32Array(part.positions.length)
  for (let at = 0; at < colors.length; at += 3) {
    const [x = 0, y = 0, z = 0] = part.positions.subarray(at, at + 3)
    colors.set(getColor(x, y, z), at)
  }
  return { ...part, colors }
}

const white = { ...cutMaterial, name: 'white', color: [1, 1, 1, 1] } as const
const getModel = (...parts: MeshPart[]): Parts => ({ parts, materials: [white] })

/** Returns a ball of 40 mm with a red top half, a blue bottom half and a green spot. */
const createGlobe = () =>
  getModel(
    paint(createBall(), (x, y, z) =>
      Math.hypot(x - 0.02, y, z) < 0.006 ? [0, 1, 0] : y > 0 ? [1, 0, 0] : [0, 0, 1],
    ),
  )

const isGreen = ({ color }: Filament) =>
  Number.parseInt(color.slice(3, 5), 16) > 200 && Number.parseInt(color.slice(1, 3), 16) < 128

describe('reduceColors', () => {
  it('finds distinct colours, also of small areas, and puts the most used colour first', async () => {
    const { filaments, labels } = await reduceColors(
      getModel(
        paint(createBox([0.06, 0.06, 0.06]), () => [1, 0, 0]),
        paint(moveBody(createBox([0.02, 0.02, 0.02]), [0.1, 0, 0]), () => [0, 0, 1]),
        paint(moveBody(createBox([0.004, 0.004, 0.004]), [0.2, 0, 0]), () => [0, 1, 0]),
      ),
      { ...wish, count: 3 },
      { decode },
    )
    expect(filaments.map(({ color }) => color)).toEqual(['#FF0000', '#0000FF', '#00FF00'])
    expect(filaments[0]?.ratio).toBeCloseTo(0.036 / (0.036 + 0.004 + 0.00016) / 1.6667, -1)
    expect([...labels].filter((label) => label === 2)).toHaveLength(12)
  })

  it('splits triangles at the border of two colours and keeps the surface closed', async () => {
    // The side faces have red points at the top and blue points at the bottom.
    const box = paint(createBox([0.04, 0.04, 0.04]), (_, y) => (y > 0 ? [1, 0, 0] : [0, 0, 1]))
    const reduced = await reduceColors(getModel(box), { ...wish, count: 2 }, { decode })
    const { parts } = applyFilaments(getModel(box), reduced)
    expect(parts).toHaveLength(2)
    expect(analyzeTopology(parts)).toMatchObject({ isClosed: true })
    expect(analyzeTopology(parts).volume).toBeCloseTo(0.04 ** 3, 9)
    // The border is near the middle, where the mixed colour is equally similar to red and blue.
    const reach = parts.map(({ positions }) => {
      const heights = positions.filter((_, at) => at % 3 === 1)
      return [Math.min(...heights), Math.max(...heights)] as const
    })
    const [one, other] = reach.toSorted(([a], [b]) => a - b)
    expect(Math.abs((one?.[1] ?? 0) - (other?.[0] ?? 0))).toBeLessThan(0.0015)
  })

  it('gives patches below the requested area the surrounding colour', async () => {
    const spot = Math.PI * 0.006 ** 2
    const kept = await reduceColors(createGlobe(), { ...wish, patchArea: spot / 4 }, { decode })
    expect(kept.filaments.some(isGreen)).toBe(true)
    const removed = await reduceColors(createGlobe(), { ...wish, patchArea: spot * 4 }, { decode })
    expect(removed.filaments.some(isGreen)).toBe(false)
  })

  it('reads textures between the points', async () => {
    const picture = { mimeType: 'image/png', bytes: new Uint8Array(), name: 'halves' }
    const halves = new Uint8Array(64 * 64 * 4).map((_, at) => {
      const isLeft = Math.floor(at / 4) % 64 < 32
      return at % 4 === 3 ? 255 : at % 4 === (isLeft ? 0 : 2) ? 255 : 0
    })
    const model: Parts = {
      parts: [createBox([0.04, 0.04, 0.04])],
      materials: [{ ...white, picture }],
    }
    const { filaments } = await reduceColors(
      model,
      { ...wish, count: 2 },
      { decode: async () => ({ width: 64, height: 64, data: halves }) },
    )
    expect(filaments.map(({ color }) => color).toSorted()).toEqual(['#0000FF', '#FF0000'])
    for (const { ratio } of filaments) expect(ratio).toBeCloseTo(0.5, 1)
  })

  it('refuses a surface with one colour', async () => {
    await expect(reduceColors(getModel(createBall()), wish, { decode })).rejects.toThrow(
      'only one colour',
    )
  })
})

describe('applyFilaments', () => {
  it('makes one filament of equal colours and uses changed colours', async () => {
    const globe = createGlobe()
    const reduced = await reduceColors(globe, wish, { decode })
    const colors = reduced.filaments.map((one) => (isGreen(one) ? '#102030' : '#FFFFFF'))
    const { parts, materials } = applyFilaments(globe, reduced, colors)
    expect(materials.map(({ name }) => name)).toEqual(['Filament 1', 'Filament 2'])
    expect(parts).toHaveLength(2)
    expect(analyzeTopology(parts).isClosed).toBe(true)
  })
})

describe('write3mf with filaments', () => {
  it('paints each triangle for slicers and lists the colours for viewers', async () => {
    const globe = createGlobe()
    const reduced = await reduceColors(globe, { ...wish, count: 3 }, { decode })
    const model = await withVertexColors(applyFilaments(globe, reduced), decode)
    const bytes = write3mf(model, { scale: 1000, upAxis: 'z' })
    const text = strFromU8(unzipSync(bytes)['3D/3dmodel.model']!)
    const codes = ['4', '8', '0C']
    for (const [at, code] of codes.entries()) {
      const painted = `p1="${at}" p2="${at}" p3="${at}" paint_color="${code}" slic3rpe:mmu_segmentation="${code}"`
      expect(text.split(painted).length - 1).toBe(
        reduced.labels.reduce((sum, label) => sum + (label === at ? 1 : 0), 0),
      )
    }
    expect(text).toContain('xmlns:slic3rpe="http://schemas.slic3r.org/3mf/2017/06"')
    expect(text.match(/<m:color /g)).toHaveLength(3)
  })

  it('is read again with the same colours', async () => {
    const globe = createGlobe()
    const reduced = await reduceColors(globe, { ...wish, count: 3 }, { decode })
    const model = await withVertexColors(applyFilaments(globe, reduced), decode)
    const report = emptyReport()
    const { parts } = await read3mf(write3mf(model, { scale: 1000, upAxis: 'z' }), report)
    const seen = new Set(
      parts.flatMap(({ colors }) =>
        Array.from({ length: (colors?.length ?? 0) / 3 }, (_, at) =>
          [...(colors?.subarray(at * 3, at * 3 + 3) ?? [])].map(encodeSrgb).join(),
        ),
      ),
    )
    const wanted = reduced.filaments.map(({ color }) =>
      [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(),
    )
    expect([...seen].toSorted()).toEqual(wanted.toSorted())
  })

  it('gives surfaces of a cut the first filament', () => {
    const red = { ...white, name: 'red', color: [1, 0, 0, 1] } as const
    const parts = [
      createBox([0.01, 0.01, 0.01]),
      moveBody(createBox([0.01, 0.01, 0.01]), [0.02, 0, 0]),
      moveBody(createBox([0.01, 0.01, 0.01]), [0.04, 0, 0]),
    ].map((part, material) => ({ ...part, material, colors: part.positions.map(() => 1) }))
    parts[1]!.colors = parts[1]!.positions.map((_, at) => (at % 3 === 0 ? 1 : 0))
    parts[2]!.colors = parts[2]!.positions.map(() => 0.6)
    const text = strFromU8(
      unzipSync(
        write3mf({ parts, materials: [white, red, cutMaterial] }, { scale: 1000, upAxis: 'z' }),
      )['3D/3dmodel.model']!,
    )
    expect(text.match(/<m:color /g)).toHaveLength(2)
    expect(text.match(/paint_color="4"/g)).toHaveLength(24)
    expect(text.match(/paint_color="8"/g)).toHaveLength(12)
  })
})
