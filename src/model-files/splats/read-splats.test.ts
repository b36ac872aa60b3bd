import { gunzipSync, gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../import/import-files.ts'
import { readGlb } from '../glb/glb-header.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { packSplats } from './pack-splats.ts'
import { readSplatPly } from './read-splat-ply.ts'
import { readSplat } from './read-splat.ts'
import { readSpz } from './read-spz.ts'
import { sortSplats } from './sort-splats.ts'
import { packedPly, splatPly, splatRows, spzBytes, type MadeSplat } from './splats.fixture.ts'
import { affordableDegree, sh0 } from './harmonics.ts'

const made: MadeSplat[] = [
  {
    at: [1, -2, 0.5],
    scale: [0.1, 0.2, 0.05],
    color: [1, 0.5, 0],
    opacity: 0.8,
    turn: [0, 0, 0, 1],
  },
  {
    at: [-0.25, 0, 3],
    scale: [0.01, 0.3, 0.02],
    color: [0, 0, 1],
    opacity: 0.2,
    turn: [0.5, -0.5, 0.5, 0.5],
  },
]
const named = (name: string, bytes: Uint8Array<ArrayBuffer>) => [{ name, bytes }]
const paint = (colors: Float32Array) => Array.from(colors, (color) => color * sh0 + 0.5)

describe('importing Gaussian splats', () => {
  it.each([
    ['PLY', () => readSplatPly(splatPly(made)), 1e-5],
    ['SPLAT', () => readSplat(splatRows(made)), 0.01],
    ['SPZ of version 2', () => readSpz(spzBytes(made, 2)), 0.02],
    ['SPZ of version 3', () => readSpz(spzBytes(made, 3)), 0.02],
    ['SPZ that nobody packed', () => readSpz(Uint8Array.from(gunzipSync(spzBytes(made, 3)))), 0.02],
    ['SPZ of version 4', () => readSpz(spzBytes(made, 4)), 0.02],
    ['a packed PLY', () => readSplatPly(packedPly(made)), 0.01],
  ])('reads splats from %s', async (_, read, tolerance) => {
    const splats = await read()
    expect(splats.count).toBe(2)
    made.forEach(({ at, scale, color, opacity, turn }, splat) => {
      const close = closeWithin(tolerance)
      for (let part = 0; part < 3; part++) {
        close(splats.positions[splat * 3 + part]!, at[part]!)
        close(Math.log(splats.scales[splat * 3 + part]! / scale[part]!) / 2, 0)
        close(paint(splats.colors)[splat * 3 + part]!, color[part]!)
      }
      close(splats.opacities[splat]!, opacity)
      for (let part = 0; part < 4; part++) close(splats.rotations[splat * 4 + part]!, turn[part]!)
    })
  })

  it.each([
    ['PLY', (splats: MadeSplat[]) => readSplatPly(splatPly(splats)), 1e-6],
    ['a packed PLY', (splats: MadeSplat[]) => readSplatPly(packedPly(splats)), 0.02],
    ['SPZ of version 2', (splats: MadeSplat[]) => readSpz(spzBytes(splats, 2)), 0.01],
    ['SPZ of version 4', (splats: MadeSplat[]) => readSpz(spzBytes(splats, 4)), 0.01],
  ])('reads view-dependent colour from %s', async (_, read, tolerance) => {
    for (const coefficients of [3, 8, 15]) {
      const { harmonics } = await read(made.map((splat) => changing(splat, coefficients)))
      expect(harmonics).toHaveLength(coefficients)
      harmonics.forEach((list, coefficient) =>
        list.forEach((value, at) =>
          closeWithin(tolerance)(value, getCoefficient(coefficient, at % 3)),
        ),
      )
    }
  })

  it('creates a GLB with the channels of each coefficient next to each other', async () => {
    const { glb } = await importFiles(
      named('cat.ply', splatPly(made.map((one) => changing(one, 3)))),
    )
    const { root, binary } = readGlb(glb)
    const { attributes } = (root as unknown as SplatRoot).meshes[0]!.primitives[0]!
    const accessor = (root as unknown as SplatRoot).accessors[
      attributes['KHR_gaussian_splatting:SH_DEGREE_1_COEF_2']!
    ]!
    const { byteOffset } = (root as unknown as SplatRoot).bufferViews[accessor.bufferView]!
    const values = new Float32Array(binary.slice(byteOffset, byteOffset + 12).buffer)
    values.forEach((value, channel) => closeWithin(1e-6)(value, getCoefficient(2, channel)))
    expect(Object.keys(attributes)).toHaveLength(8)
  })

  it('keeps only lower degrees of spherical harmonics if there are many splats', () => {
    expect([1e5, 1.2e6, 3e6, 4e6].map((count) => affordableDegree(count, 3))).toEqual([3, 2, 1, 1])
    expect(affordableDegree(1e5, 1)).toBe(1)
  })

  it('creates a GLB whose header counts the splats and names their extension', async () => {
    const header = checkGlb((await importFiles(named('cat.ply', splatPly(made)))).glb)
    expect(header).toMatchObject({ splats: 2, vertices: 2, triangles: 0 })
    expect(header.extensionsUsed).toEqual(['KHR_gaussian_splatting'])
  })

  it.each([
    ['a PLY that ends early', 'a.ply', () => splatPly(made).slice(0, -9), 'ends too early'],
    ['a PLY without opacity', 'a.ply', () => splatPly(made, ['opacity']), 'have no opacity'],
    ['a packed PLY without places', 'a.ply', () => packedPlaces(), 'have no min_y'],
    ['a packed PLY without blocks', 'a.ply', () => unblocked(), 'it has no splats'],
    ['a PLY with half a degree', 'a.ply', () => halfDegree(), 'colours have an unknown format'],
    ['a PLY of words', 'a.ply', () => splatPly(made, [], 'ascii'), 'binary PLY only'],
    ['a SPLAT cut in a row', 'a.splat', () => splatRows(made).slice(0, 40), 'in the middle of a'],
    ['an empty SPLAT', 'a.splat', () => new Uint8Array(), 'no splats'],
    ['a SPLAT that is nowhere', 'a.splat', () => splatRows([nowhere]), 'have invalid positions'],
    ['an SPZ cut off', 'a.spz', () => spzBytes(made, 2).slice(0, 30), 'damaged'],
    ['an SPZ of another kind', 'a.spz', () => gzipped(new Uint8Array(40)), 'header cannot be read'],
    ['an SPZ that promises too much', 'a.spz', () => spzBytes([], 2, 9e6), 'can handle'],
    ['an SPZ that holds less than it says', 'a.spz', () => spzBytes([], 2, 100), 'ends too early'],
    ['an SPZ of version 9', 'a.spz', () => spzBytes(made, 9), 'only versions 2 to 4'],
    ['an SPZ of later design', 'a.spz', () => laterSpz(), 'a version 5 SPZ'],
    ['an SPZ of version 4 cut off', 'a.spz', () => spzBytes(made, 4).slice(0, -9), 'too early'],
    ['an SPZ with a stream that is none', 'a.spz', () => wrongStream(), 'cannot be decompressed'],
    ['an SPZ with a stream too long', 'a.spz', () => longStream(), 'cannot be decompressed'],
    ['an SPZ that grows without end', 'a.spz', () => bomb(), 'is too large'],
  ])('rejects %s with a sentence', async (_, name, bytes, words) => {
    await expect(importFiles(named(name, bytes()))).rejects.toThrow(words)
  })
})

describe('sortSplats', () => {
  it('sorts splats from the farthest to the nearest in any direction', () => {
    const positions = Float32Array.from({ length: 3000 }, (_, at) => Math.sin(at * 12.9898) * 7)
    const order = new Uint32Array(1000)
    sortSplats(positions, [0.6, 0, -0.8], order)
    const depths = Array.from(
      order,
      (splat) => 0.6 * positions[splat * 3]! - 0.8 * positions[splat * 3 + 2]!,
    )
    const steps = depths.slice(1).map((depth, at) => depth - depths[at]!)
    expect(Math.min(...steps)).toBeGreaterThan(-0.001)
    expect(new Set(order).size).toBe(1000)
  })

  it('accepts splats at the same depth', () => {
    const order = new Uint32Array(3)
    sortSplats(new Float32Array(9), [0, 0, 1], order)
    expect([...order].toSorted((a, b) => a - b)).toEqual([0, 1, 2])
  })
})

describe('packSplats', () => {
  it('keeps positions exactly, and fills whole rows of the texture', () => {
    const words = packSplats(readSplatPly(splatPly(made)))
    expect(words.length % 8192).toBe(0)
    expect(Array.from(new Float32Array(words.buffer).subarray(8, 11))).toEqual([-0.25, 0, 3])
  })
})

const closeWithin = (tolerance: number) => (found: number, wanted: number) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(tolerance)
const nowhere: MadeSplat = { ...made[0]!, at: [Number.NaN, 0, 0] }
const gzipped = (bytes: Uint8Array) => gzipSync(bytes).slice()
const changing = (splat: MadeSplat, coefficients: number): MadeSplat => ({
  ...splat,
  harmonics: Array.from({ length: coefficients }, (_, coefficient) => [
    getCoefficient(coefficient, 0),
    getCoefficient(coefficient, 1),
    getCoefficient(coefficient, 2),
  ]),
})
const getCoefficient = (coefficient: number, channel: number) =>
  (coefficient * 3 + channel - 22) / 32
type SplatRoot = {
  meshes: { primitives: { attributes: Record<string, number> }[] }[]
  accessors: { bufferView: number }[]
  bufferViews: { byteOffset: number }[]
}

const text = (lines: string) => new TextEncoder().encode(lines)
const packedPlaces = () =>
  text(
    'ply\nformat binary_little_endian 1.0\nelement chunk 1\nproperty float min_x\nelement vertex 1\nproperty uint packed_position\nend_header\n00000000',
  )
const unblocked = () =>
  text(
    'ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uint packed_position\nend_header\n0000',
  )
const halfDegree = () => splatPly(made.map((splat) => changing(splat, 2)))

/** The table after the header has an entry of 16 bytes for each of five streams. */
const wrongStream = () => spzBytes(made, 4).fill(0, 32 + 5 * 16, 32 + 5 * 16 + 4)

function longStream() {
  const bytes = spzBytes(made, 4)
  bytes[8] = 1
  return bytes
}

function laterSpz() {
  const bytes = new Uint8Array(40)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x5053474e, true)
  view.setUint32(4, 5, true)
  return bytes
}

/** Creates a gzip whose header declares two splats, although 4 MB unpack from it. */
function bomb() {
  const bytes = new Uint8Array(2 ** 22)
  bytes.set(gunzipSync(spzBytes(made, 2)))
  return gzipped(bytes)
}
