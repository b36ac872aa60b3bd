import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBadVertices } from '../mesh/topology.ts'
import { getMat } from './mat/mat-layout.ts'
import { openScanStore } from './scan-store.ts'
import { type ScanResult, scanTo3d } from './scan-to-3d.ts'
import { type Body, lookAt, renderPhoto } from './testing/render-photo.fixture.ts'

const size = { width: 800, height: 600 }
const lens = { f: 625, k1: 0.03, cx: 403, cy: 298 }
const bodies: Body[] = [
  { kind: 'cylinder', centre: [0, 0, 20], half: [30, 20, 20], colour: [0.6, 0.1, 0.08] },
  { kind: 'ellipsoid', centre: [5, 0, 42], half: [13, 13, 20], colour: [0.1, 0.35, 0.6] },
]
const rings = [
  { height: 16, count: 5 },
  { height: 34, count: 5 },
  { height: 60, count: 3 },
]

async function takePhotos(): Promise<Uint8Array[]> {
  const photos: Uint8Array[] = []
  for (const { height, count } of rings) {
    for (let k = 0; k < count; k++) {
      const azimuth = (360 * k) / count + height
      const pose = lookAt({ azimuth, height, distance: 320, roll: 0.05 * (k % 3) })
      const seed = photos.length
      const gain = 0.8 + 0.1 * (k % 4)
      const wish = { mat: getMat('one-page'), lens, pose, ...size, bodies, noise: 0.01, seed, gain }
      const { rgb } = renderPhoto(wish)
      photos.push(
        await sharp(rgb, { raw: { ...size, channels: 3 } })
          .jpeg({ quality: 92 })
          .toBuffer(),
      )
    }
  }
  return photos
}

describe('scanTo3d', () => {
  let result: ScanResult
  const stages: string[] = []
  const progress: number[] = []
  const previews: Uint8Array[] = []
  let photos: Uint8Array[]
  let folder: string
  let [reads, stageAtFirstPreview]: [number, string?] = [0]
  const read = (index: number) => {
    reads++
    return Promise.resolve(photos[index])
  }
  const scanAgain = (params: object) =>
    scanTo3d(
      { count: photos.length, read },
      {
        params: { face_limit: 2000, bar_mm: 101, texture: false, ...params },
        store: openScanStore(folder),
      },
    )
  afterAll(() => rm(folder, { recursive: true }))
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scan-'))
    photos = await takePhotos()
    const blank = await sharp({ create: { ...size, channels: 3, background: '#999' } })
      .jpeg()
      .toBuffer()
    photos.splice(4, 0, blank)
    result = await scanTo3d(
      { count: photos.length, read },
      {
        store: openScanStore(folder),
        onPreview: (glb) => {
          stageAtFirstPreview ??= stages.at(-1)
          previews.push(glb)
        },
        params: { face_limit: 8000, bar_mm: 101 },
        recipe: { modelId: 'local/scan' },
        onProgress: (stage, done) => {
          stages.push(stage)
          progress.push(done)
        },
      },
    )
  })

  it('returns a model of true size, corrected by the printed bar', () => {
    const { sizeMm, sizeErrorMm } = result.report
    // The object is 60 x 40 x 62 mm, and the mat is printed 1 % too large. Few photos make the
    // result slightly too large.
    for (const [k, truth] of [60.6, 62.6, 40.4].entries()) {
      expect(Math.abs(sizeMm[k] / truth - 1)).toBeLessThan(0.06)
    }
    expect(sizeErrorMm).toBeLessThan(4)
  })

  it('returns a closed, textured mesh with its lowest point on the floor, within the face limit', async () => {
    const document = await new NodeIO().readBinary(result.glb)
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives()
    const positions = primitive.getAttribute('POSITION')!
    const indices = Uint32Array.from(primitive.getIndices()?.getArray() ?? [])
    expect(indices.length / 3).toBeLessThanOrEqual(8000)
    const known = new Map<string, number>()
    const welded = indices.map((index) => {
      const key = positions.getElement(index, []).join(' ')
      if (!known.has(key)) known.set(key, known.size)
      return known.get(key)!
    })
    expect(findBadVertices(welded)).toEqual([])
    expect(positions.getMin([])[1]).toBeCloseTo(0, 5)
    expect(document.getRoot().listTextures()).toHaveLength(1)
  })

  it('paints the object in its own colours', async () => {
    const document = await new NodeIO().readBinary(result.glb)
    const image = document.getRoot().listTextures()[0].getImage()!
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives()
    const [positions, uvs] = ['POSITION', 'TEXCOORD_0'].map((name) => primitive.getAttribute(name)!)
    const sums = { base: [0, 0, 0, 0], top: [0, 0, 0, 0] }
    for (let v = 0; v < positions.getCount(); v++) {
      const height = positions.getElement(v, [])[1]
      const part =
        height > 0.05 ? sums.top : height > 0.008 && height < 0.03 ? sums.base : undefined
      if (!part) continue
      const [x, y] = uvs.getElement(v, []).map((value) => Math.min(2047, Math.floor(value * 2048)))
      for (let c = 0; c < 3; c++) part[c] += data[(y * info.width + x) * 3 + c]
      part[3]++
    }
    const [base, top] = [sums.base, sums.top].map((sum) => sum.slice(0, 3).map((v) => v / sum[3]))
    expect(base[0]).toBeGreaterThan(1.7 * base[2])
    expect(top[2]).toBeGreaterThan(1.5 * top[0])
  })

  it('shows a rough shape in true size before all photos are compared', async () => {
    expect(stageAtFirstPreview).toBe('compare')
    const document = await new NodeIO().readBinary(previews[0])
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives()
    const positions = primitive.getAttribute('POSITION')!
    const [low, high] = [positions.getMin([]), positions.getMax([])]
    expect(high[0] - low[0]).toBeGreaterThan(0.055)
    expect(high[0] - low[0]).toBeLessThan(0.075)
    expect(previews.length).toBeGreaterThan(1)
  })

  it('locates the camera of each photo in the coordinates of the model', () => {
    const { photos: taken, lens: found } = result.report
    // Photo 1 is taken from 16° of azimuth and elevation, 320 mm from a point 30 mm above the mat.
    const { at, forward, up, isUpright } = taken[0].camera!
    const angle = (16 * Math.PI) / 180
    const truth = [Math.cos(angle) ** 2, Math.sin(angle), -Math.cos(angle) * Math.sin(angle)]
    for (const [k, value] of truth.entries()) {
      expect(at[k]).toBeCloseTo(1.01 * (0.32 * value + (k === 1 ? 0.03 : 0)), 2)
      expect(forward[k]).toBeCloseTo(-value, 1)
    }
    expect(up[1]).toBeGreaterThan(0.9)
    expect(isUpright).toBe(false)
    expect(found.focalPx / found.widthPx).toBeCloseTo(lens.f / size.width, 2)
    expect(taken[4].camera).toBeUndefined()
  })

  it('uses stored steps after a photo is left out and after the photo is added again', async () => {
    reads = 0
    const without = await scanAgain({ left_out: [3] })
    expect(reads).toBe(13)
    expect(without.report.photos[2].problem).toBe('left-out')
    expect(without.report.photos[2].camera).toBeDefined()
    expect(without.warnings.join(' ')).not.toContain('Photo 3')
    const again = await scanAgain({})
    expect(again.report.photos).toEqual(result.report.photos)
    for (const [k, value] of again.report.sizeMm.entries()) {
      expect(Math.abs(value - result.report.sizeMm[k])).toBeLessThan(1)
    }
  })

  it('refuses to leave out so many photos that too few remain', async () => {
    const few = scanAgain({ left_out: [1, 2, 3, 4, 6, 7] })
    await expect(few).rejects.toThrow(/Only 7 of 14 photos can be used/)
  })

  it('repeats a step if its stored result is damaged', async () => {
    for (const name of await readdir(folder)) {
      if (/^(mask|shape|mat)/.test(name)) await writeFile(join(folder, name), 'damaged')
    }
    reads = 0
    const { photos: taken, sizeMm } = (await scanAgain({})).report
    expect(taken).toEqual(result.report.photos)
    expect(Math.abs(sizeMm[1] - result.report.sizeMm[1])).toBeLessThan(1)
    expect(reads).toBe(13)
  })

  it('explains that there is no object on the mat', async () => {
    const pose = lookAt({ azimuth: 20, height: 50, distance: 360 })
    const { rgb } = renderPhoto({ mat: getMat('one-page'), lens, pose, ...size })
    const photo = await sharp(rgb, { raw: { ...size, channels: 3 } })
      .jpeg()
      .toBuffer()
    const made = scanTo3d({ count: 8, read: () => Promise.resolve(photo) }, {})
    await expect(made).rejects.toThrow(/No object can be found on the mat/)
  })

  it('refuses photos from too few directions', async () => {
    const made = scanTo3d({ count: 8, read: (index) => Promise.resolve(photos[index % 2]) }, {})
    await expect(made).rejects.toThrow(/from too few directions/)
  })

  it('reports why photos were left out, and reports its progress in order', () => {
    expect(result.report.photos[4].problem).toBe('no-markers')
    expect(result.warnings[0]).toMatch(/^Photo 5 was left out: it shows too few markers/)
    expect([...new Set(stages)]).toEqual([
      'look',
      'cameras',
      'compare',
      'hull',
      'mesh',
      'texture',
      'glb',
    ])
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })
})
