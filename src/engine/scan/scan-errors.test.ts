import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { getMat } from './mat/mat-layout.ts'
import { createFewPhotosError, describeProblems } from './scan-error.ts'
import type { ScanStore } from './scan-store.ts'
import { scanTo3d } from './scan-to-3d.ts'
import { lookAt, renderPhoto } from './testing/render-photo.fixture.ts'

const size = { width: 640, height: 480 }
const encode = (rgb: Uint8Array) =>
  sharp(rgb, { raw: { ...size, channels: 3 } })
    .jpeg()
    .toBuffer()

const scan = (photo: Uint8Array, count: number, params = {}) =>
  scanTo3d({ count, read: () => Promise.resolve(photo) }, { params })

describe('scanTo3d with unusable photos', () => {
  let onMat: Uint8Array
  beforeAll(async () => {
    const lens = { f: 500, k1: 0, cx: 320, cy: 240 }
    const pose = lookAt({ azimuth: 20, height: 50, distance: 360 })
    onMat = await encode(renderPhoto({ mat: getMat('one-page'), lens, pose, ...size }).rgb)
  })

  it('explains that no photo shows the mat, and what to do', async () => {
    const noise = new Uint8Array(size.width * size.height * 3).map(
      (_, i) => ((i * 7919) % 251) | 64,
    )
    await expect(scan(await encode(noise), 9)).rejects.toMatchObject({
      code: 'photos_unusable',
      message: expect.stringMatching(/All 9 photos .* too few markers .* Print the mat at 100 %/),
    })
  })

  it('names no mat that the photos do not show when they are scanned again', async () => {
    const entries = new Map<string, Uint8Array>()
    const store: ScanStore = {
      read: (name) => Promise.resolve(entries.get(name)),
      write: (name, bytes) => {
        entries.set(name, bytes)
        return Promise.resolve()
      },
    }
    const dark = await encode(new Uint8Array(size.width * size.height * 3).fill(3))
    const photos = { count: 9, read: () => Promise.resolve(dark) }
    for (const mat of ['one-page', 'four-pages'] as const) {
      await expect(scanTo3d(photos, { params: { mat }, store })).rejects.toThrow(/too dark/)
    }
    expect(entries.size).toBeGreaterThan(0)
  })

  it('explains that the photos are too dark', async () => {
    const dark = new Uint8Array(size.width * size.height * 3).fill(3)
    await expect(scan(await encode(dark), 9)).rejects.toThrow(/too dark.*more light/i)
  })

  it('explains how many photos a scan needs', async () => {
    await expect(scan(onMat, 3)).rejects.toThrow(/Only 3 of 3 photos can be used.*at least 8/)
  })

  it('explains that the photos show a different mat than the user chose', async () => {
    await expect(scan(onMat, 9, { mat: 'four-pages' })).rejects.toThrow(
      /show the mat of one page, but the mat of four pages is chosen/,
    )
  })

  it('explains that the files are not pictures', async () => {
    await expect(scan(Buffer.from('no picture'), 9)).rejects.toThrow(/cannot be read as a picture/)
  })

  it('rejects params and numbers of photos out of bounds', async () => {
    await expect(scan(onMat, 121)).rejects.toMatchObject({ code: 'out_of_bounds' })
    await expect(scan(onMat, 9, { bar_mm: 20 })).rejects.toMatchObject({ code: 'out_of_bounds' })
    await expect(scan(onMat, 9, { mat: 'a0' })).rejects.toMatchObject({ code: 'out_of_bounds' })
  })
})

describe('describeProblems', () => {
  it('returns one sentence per problem that names photos by their number', () => {
    const photos = [
      { problem: 'blurred' },
      {},
      { problem: 'blurred' },
      { problem: 'too-dark' },
    ] as const
    expect(describeProblems(photos)).toEqual([
      'Photos 1 and 3 were left out: each is blurred.',
      'Photo 4 was left out: it is too dark.',
    ])
  })
})

describe('createFewPhotosError', () => {
  it('advises on the most frequent problem', () => {
    const { message } = createFewPhotosError([
      { problem: 'blurred' },
      { problem: 'blurred' },
      { problem: 'no-markers' },
      {},
    ])
    expect(message).toMatch(/^Only 1 of 4 photos .* Hold the phone still/)
  })
})
