import { describe, expect, it } from 'vitest'
import { writeStl } from '../export/write-stl.ts'
import { measureExtent } from '../mesh/extent.ts'
import type { MeshPart } from '../mesh/parts.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { startSolids } from '../print/solid.ts'
import { buildPlate, type PlatePicture } from './build-plate.ts'
import { defaultPlates, type PlateKind, type PlateOptions } from './plate-options.ts'
import { toLuminance } from './luminance.ts'

/** A gradient from black on the left to white on the right, with a bright spot at the top left. */
const gradient: PlatePicture = {
  aspect: 4 / 3,
  sample: (columns, rows) =>
    Float32Array.from({ length: columns * rows }, (_, at) => {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      return column < 2 && row < 2 ? 1 : column / (columns - 1)
    }),
}

const make = async (kind: PlateKind, options: Partial<PlateOptions> = {}, nodesMax = 20_000) =>
  buildPlate(gradient, { ...defaultPlates[kind], ...options }, { nodesMax, startSolids })
const sizeMm = ({ positions }: Pick<MeshPart, 'positions'>) => {
  const { low, high } = measureExtent([{ positions }])
  return high.map((value, axis) => Number(((value - (low[axis] ?? 0)) * 1000).toFixed(3)))
}
const check = (part: MeshPart) => {
  const { isClosed, volume, degenerate, shells } = analyzeTopology([part])
  return { isClosed, isSolid: volume > 0, degenerate, shells: shells.length }
}
const sound = { isClosed: true, isSolid: true, degenerate: 0, shells: 1 }

describe('buildPlate', () => {
  it.each<[PlateKind, Partial<PlateOptions>, number[]]>([
    ['lithophane', {}, [100, 76.5, 4]],
    ['lithophane', { frameMm: 0 }, [100, 75, 3.2]],
    ['lithophane', { widthMm: 60, frameMm: 10, extra: 'holes' }, [60, 50, 4]],
    // The foot is 3 mm high and at least 15 mm deep.
    ['lithophane', { extra: 'foot' }, [100, 79.5, 19.125]],
    ['relief', { smoothMm: 0 }, [100, 6, 75]],
    ['relief', { frameMm: 8, frameThicknessMm: 7, extra: 'holes' }, [100, 7, 79]],
  ])('makes a closed %s of the exact size with %o', async (kind, options, size) => {
    const { part } = await make(kind, options)
    expect(check(part)).toEqual(sound)
    sizeMm(part).forEach((value, axis) => expect(value).toBeCloseTo(size[axis] ?? 0, 2))
    expect(measureExtent([part]).low[1]).toBe(0)
  })

  it.each(['none', 'holes'] as const)('bends a lithophane with %s', async (extra) => {
    const options = { bendDegrees: 180, frameMm: 8, extra } as const
    const { part } = await make('lithophane', options)
    // A cut through a curved surface may leave triangles without an area.
    expect(check(part)).toMatchObject({ isClosed: true, isSolid: true, shells: 1 })
    // The plate is half a circle with an arc of 100 mm at the back.
    const radius = 100 / Math.PI
    const [width = 0, height = 0, depth = 0] = sizeMm(part)
    expect(width).toBeCloseTo(2 * (radius + 4), 1)
    expect(height).toBeCloseTo((84 * 3) / 4 + 16, 3)
    expect(depth).toBeGreaterThan(radius + 1)
    expect(depth).toBeLessThan(radius + 4.01)
  })

  it('drills each hole through one side of a tube', async () => {
    const tube = { bendDegrees: 300, widthMm: 30, frameMm: 8, frameThicknessMm: 10 } as const
    const measureMm3 = async (extra: 'none' | 'holes') =>
      analyzeTopology([(await make('lithophane', { ...tube, extra })).part]).volume * 1e9
    const drilled = (await measureMm3('none')) - (await measureMm3('holes'))
    // Two holes with a diameter of 4 mm through 10 mm.
    expect(drilled / (2 * Math.PI * 2 ** 2 * 10)).toBeGreaterThan(0.85)
    expect(drilled / (2 * Math.PI * 2 ** 2 * 10)).toBeLessThan(1.15)
  })

  it('makes the darkest place of a lithophane thickest and the brightest thinnest', async () => {
    const { part } = await make('lithophane', { frameMm: 0, minMm: 0.8, maxMm: 3.2 })
    const thickness = (xMm: number, yMm: number) => findHeight(part, xMm, yMm)
    expect(thickness(-50, 0)).toBeCloseTo(3.2, 4)
    expect(thickness(50, 0)).toBeCloseTo(0.8, 4)
    // Seen from the front, the picture's upper left corner is the plate's upper left corner.
    expect(thickness(-50, 75)).toBeCloseTo(0.8, 4)
    const inverted = await make('lithophane', { frameMm: 0, isInverted: true })
    expect(findHeight(inverted.part, -50, 0)).toBeCloseTo(0.8, 4)
  })

  it('makes the brightest place of a relief highest and keeps the plate below', async () => {
    const { part } = await make('relief', { smoothMm: 0, gamma: 1 })
    const heights = toFront(part).map(([, , height]) => height)
    expect(Math.max(...heights)).toBeCloseTo(6, 4)
    expect(Math.min(...heights)).toBeCloseTo(2, 4)
  })

  it('reduces the surface area of a striped relief to less than half with 3 mm of smoothing', async () => {
    const squares: PlatePicture = {
      aspect: 1,
      sample: (columns, rows) =>
        Float32Array.from({ length: columns * rows }, (_, at) => (at % columns) % 2),
    }
    const measureArea = async (smoothMm: number) => {
      const options = { ...defaultPlates.relief, smoothMm }
      const { part } = await buildPlate(squares, options, { nodesMax: 20_000, startSolids })
      return analyzeTopology([part]).area
    }
    expect(await measureArea(3)).toBeLessThan((await measureArea(0)) / 2)
  })

  it('lowers the detail of a plate with too many nodes', async () => {
    const { part, pixelsPerMm } = await make('lithophane', { pixelsPerMm: 10 }, 5000)
    expect(pixelsPerMm).toBeLessThan(1)
    expect(part.indices.length / 3).toBeLessThan(12_000)
  })

  it.each<[PlateKind, Partial<PlateOptions>, string]>([
    ['lithophane', { minMm: 3, maxMm: 2 }, 'above the lowest thickness'],
    ['lithophane', { extra: 'holes', frameMm: 3 }, 'at least 8 mm'],
    ['relief', { extra: 'foot' }, 'Only a flat lithophane'],
    ['lithophane', { widthMm: 30, frameMm: 14 }, 'no room for the picture'],
    ['lithophane', { widthMm: Number.NaN }, 'The width must be from 20 to 220 mm.'],
  ])('rejects an impossible %s with %o', async (kind, options, message) => {
    await expect(make(kind, options)).rejects.toThrow(message)
  })

  it('exports an STL of the same size in millimetres', async () => {
    const { part } = await make('lithophane', { extra: 'foot' })
    const stl = writeStl({ parts: [part], materials: [] }, { scale: 1000, upAxis: 'z' })
    const view = new DataView(stl.buffer)
    const corners: number[] = []
    for (let at = 84; at < stl.length; at += 50) {
      for (let value = 0; value < 9; value++) {
        corners.push(view.getFloat32(at + 12 + value * 4, true) / 1000)
      }
    }
    const [width, depth, height] = sizeMm({ positions: Float32Array.from(corners) })
    expect([width, depth, height]).toEqual([100, 19.125, 79.5])
  })
})

describe('toLuminance', () => {
  it('uses linear light and the background behind transparent pixels', () => {
    const pixels = [0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 0]
    const [black, white, grey, nothing] = toLuminance(Uint8ClampedArray.from(pixels), 1)
    expect([black, white, nothing]).toEqual([0, 1, 1])
    expect(grey).toBeCloseTo(0.2159, 3)
  })
})

type Node = [x: number, y: number, height: number]

const toFront = ({ positions }: MeshPart): Node[] => {
  const isRelief = measureExtent([{ positions }]).low[2] < -0.01
  const nodes: Node[] = []
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = [...positions.subarray(at, at + 3)].map((value) => value * 1000)
    if ((isRelief ? y : z) > 0) nodes.push(isRelief ? [x, -z, y] : [x, y, z])
  }
  return nodes
}

const findHeight = (part: MeshPart, xMm: number, yMm: number): number =>
  toFront(part).find(([x, y]) => Math.abs(x - xMm) < 0.01 && Math.abs(y - yMm) < 0.01)?.[2] ??
  Number.NaN
