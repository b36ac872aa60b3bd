import { describe, expect, it } from 'vitest'
import type { ScannedPhotos } from '#contract/assets.ts'
import { isPhotoUsed, listScanPhotos, withChoices } from './list-photos.ts'

type Camera = NonNullable<ScannedPhotos['photos'][number]['camera']>
const camera = (azimuth: number, elevation: number): Camera => {
  const [a, e] = [azimuth, elevation].map((degrees) => (degrees * Math.PI) / 180)
  const at: Camera['at'] = [
    Math.sin(a!) * Math.cos(e!) * 0.3,
    Math.sin(e!) * 0.3,
    Math.cos(a!) * Math.cos(e!) * 0.3,
  ]
  return { at, forward: [0, 0, -1], up: [0, 1, 0], isUpright: false }
}

const scan: ScannedPhotos = {
  mat: 'one-page',
  sizeMm: [50, 60, 70],
  sizeErrorMm: 0.4,
  lens: { focalPx: 1200, widthPx: 1600, heightPx: 1200 },
  photos: [
    { camera: camera(90, 30) },
    { problem: 'blurred' },
    { camera: camera(10, 10) },
    { camera: camera(-100, 30), problem: 'disagrees' },
    { camera: camera(0, 80), problem: 'left-out' },
  ],
}
const files = [{ file_token: 'a' }, { file_token: 'b' }]
const photos = listScanPhotos(scan, files)

describe('listScanPhotos', () => {
  it('sorts photos from low to high cameras, then around the object, and puts photos without a camera last', () => {
    expect(photos.map(({ number }) => number)).toEqual([3, 4, 1, 5, 2])
    expect(photos.map(({ round }) => round)).toEqual([0, 1, 1, 3, undefined])
  })

  it('returns the state of each photo, and why it was left out', () => {
    expect(photos.map(({ state }) => state)).toEqual(['used', 'odd', 'used', 'out', 'unusable'])
    expect(photos.at(-1)).toMatchObject({ label: 'Blurred', reason: 'Photo 2 is blurred.' })
    expect(photos.map(({ url }) => url)).toEqual([
      undefined,
      undefined,
      '/api/files/a/content',
      undefined,
      '/api/files/b/content',
    ])
  })
})

describe('withChoices', () => {
  it('changes nothing if the user chose nothing, so that photos that were left out stay left out', () => {
    expect(withChoices({ files, bar_mm: 99, left_out: [5] }, photos, new Map())).toEqual({
      files,
      bar_mm: 99,
      left_out: [5],
    })
  })

  it('leaves out a photo, adds a photo that was left out, and marks a photo with a wrong outline as kept', () => {
    const choices = new Map([
      [1, 'out'],
      [5, 'in'],
      [4, 'in'],
    ] as const)
    expect(photos.map((photo) => isPhotoUsed(photo, choices))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ])
    expect(withChoices({ left_out: [5] }, photos, choices)).toEqual({ left_out: [1], kept: [4] })
  })

  it('keeps the mark of a photo that was kept in an earlier scan, unless the user leaves the photo out', () => {
    const before = { kept: [1] }
    expect(withChoices(before, photos, new Map())).toEqual({ left_out: [5], kept: [1] })
    expect(withChoices(before, photos, new Map([[1, 'out']]))).toEqual({ left_out: [1, 5] })
  })
})
