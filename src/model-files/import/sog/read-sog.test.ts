import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { readSog, type DecodeExactly } from './read-sog.ts'

const decode: DecodeExactly = async (webp) => {
  const { data, info } = await sharp(webp).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

const webp = async (width: number, pixels: readonly number[]) =>
  new Uint8Array(
    await sharp(Uint8Array.from(pixels), {
      raw: { width, height: pixels.length / 4 / width, channels: 4 },
    })
      .webp({ lossless: true, exact: true })
      .toBuffer(),
  )

const codebook = Array.from({ length: 256 }, (_, at) => at / 100 - 1)

const files = (name: string) => ({ files: [`${name}.webp`] })

async function makeSog(change: (meta: Record<string, unknown>) => void = () => {}, leaveOut = '') {
  const meta = {
    version: 2,
    count: 2,
    means: { mins: [-1, 0, 0], maxs: [1, 2, 4], files: ['means_l.webp', 'means_u.webp'] },
    scales: { codebook, files: ['scales.webp'] },
    quats: { files: ['quats.webp'] },
    sh0: { codebook, files: ['sh0.webp'] },
    shN: { count: 2, bands: 1, codebook, files: ['shN_centroids.webp', 'shN_labels.webp'] },
  }
  change(meta)
  const palette = Array.from({ length: 64 * 3 * 4 }, (_, at) => (at >= 12 && at < 24 ? at : 0))
  const contents = {
    'meta.json': strToU8(JSON.stringify(meta)),
    'means_l.webp': await webp(2, [255, 255, 0, 255, 0, 0, 0, 255]),
    'means_u.webp': await webp(2, [255, 255, 0, 255, 0, 0, 0, 255]),
    'scales.webp': await webp(2, [100, 0, 200, 255, 100, 100, 100, 255]),
    // The fourth number is the index of the largest component: w for the first splat, x for the
    // second.
    'quats.webp': await webp(2, [255, 128, 128, 252, 128, 128, 128, 253]),
    'sh0.webp': await webp(2, [150, 100, 50, 51, 0, 0, 0, 0]),
    'shN_centroids.webp': await webp(192, palette),
    'shN_labels.webp': await webp(2, [1, 0, 0, 255, 0, 0, 0, 255]),
  }
  return zipSync(
    Object.fromEntries(Object.entries(contents).filter(([name]) => name !== leaveOut)),
    {
      level: 0,
    },
  )
}

describe('readSog', () => {
  it('reads positions, scales, rotations, colours and opacities', async () => {
    const splats = await readSog(await makeSog(), decode)
    expect(splats.count).toBe(2)
    const e = Math.E
    expect([...splats.positions]).toEqual(
      [e - 1, e * e - 1, 0, 1 - e, 0, 0].map((value) => expect.closeTo(value, 4)),
    )
    expect(Array.from(splats.scales.slice(0, 3))).toEqual(
      [1, 1 / e, e].map((value) => expect.closeTo(value, 5)),
    )
    expect(Array.from(splats.rotations.slice(0, 4))).toEqual(
      [Math.SQRT1_2, 0, 0, Math.SQRT1_2].map((value) => expect.closeTo(value, 2)),
    )
    expect(Array.from(splats.rotations.slice(4))).toEqual(
      [1, 0, 0, 0].map((one) => expect.closeTo(one, 2)),
    )
    expect(Array.from(splats.colors.slice(0, 3))).toEqual(
      [0.5, 0, -0.5].map((one) => expect.closeTo(one)),
    )
    // Invisible splats (opacity 0) keep exact colours too.
    expect([...splats.opacities]).toEqual([expect.closeTo(0.2), 0])
    expect(splats.harmonics).toHaveLength(3)
    expect(splats.harmonics[1]![0]).toBeCloseTo(codebook[16]!)
    expect(splats.harmonics[1]![3]).toBeCloseTo(codebook[0]!)
  })

  it('is converted to a GLB with splats', async () => {
    const file = { name: 'scan.sog', bytes: new Uint8Array(await makeSog()) }
    const { glb } = await importFiles([file], { decodePicture: decode })
    expect(glb.byteLength).toBeGreaterThan(200)
  })

  it('reads version 1, whose values are stored as ranges', async () => {
    const sog = await makeSog((meta) => {
      delete meta['version']
      delete meta['count']
      delete meta['shN']
      meta['means'] = { ...(meta['means'] as object), shape: [2, 3] }
      meta['scales'] = { mins: [0, 0, 0], maxs: [1, 1, 1], ...files('scales') }
      meta['sh0'] = { mins: [0, 0, 0, -2], maxs: [1, 1, 1, 2], ...files('sh0') }
    })
    const splats = await readSog(sog, decode)
    expect(splats.scales[1]).toBeCloseTo(1)
    expect(splats.colors[0]).toBeCloseTo(150 / 255)
    expect(splats.opacities[0]).toBeCloseTo(1 / (1 + Math.exp(2 - 4 * (51 / 255))))
  })

  it.each([
    ['a picture is missing', () => makeSog(undefined, 'quats.webp'), 'quats.webp is missing'],
    ['meta.json is missing', () => makeSog(undefined, 'meta.json'), 'meta.json is missing'],
    ['it has more splats than pixels', () => makeSog(change('count', 9)), 'too small'],
    ['it has too many splats', () => makeSog(change('count', 1e9)), 'browser can handle'],
    ['its version is unknown', () => makeSog(change('version', 3)), 'version 3'],
    ['it is no zip', async () => strToU8('hello'), 'not a zip'],
  ])('explains the defect if %s', async (_, makeFile, message) => {
    await expect(readSog(await makeFile(), decode)).rejects.toThrow(message)
  })
})

const change = (name: string, value: number) => (meta: Record<string, unknown>) => {
  meta[name] = value
}
