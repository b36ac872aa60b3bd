import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { getMat } from './mat/mat-layout.ts'
import { scanTo3d } from './scan-to-3d.ts'
import { type Body, lookAt, renderPhoto } from './testing/render-photo.fixture.ts'

const size = { width: 640, height: 480 }
const lens = { f: 500, k1: 0.02, cx: 322, cy: 238 }
const red = [0.6, 0.1, 0.08] as const
const block = (x: number, y: number): Body => ({
  kind: 'box',
  centre: [x, y, 15],
  half: [10, 10, 15],
  colour: red,
})

/** Takes ten photos; `place` returns the bodies of each, and `change` alters the photo. */
async function takePhotos(
  place: (photo: number) => readonly Body[],
  change: (photo: number) => object = () => ({}),
): Promise<Uint8Array[]> {
  return Promise.all(
    Array.from({ length: 10 }, async (_, k) => {
      const height = k < 5 ? 18 : 45
      const pose = lookAt({ azimuth: 72 * k + height, height, distance: 330 }, [0, 0, 15])
      const wish = { mat: getMat('one-page'), lens, pose, ...size, noise: 0.01, seed: k }
      const { rgb } = renderPhoto({ ...wish, bodies: place(k), ...change(k) })
      const picture = sharp(rgb, { raw: { ...size, channels: 3 } })
      return picture.jpeg({ quality: 92 }).toBuffer()
    }),
  )
}

const scan = (photos: readonly Uint8Array[]) =>
  scanTo3d(
    { count: photos.length, read: (index) => Promise.resolve(photos[index]) },
    { params: { texture: false, face_limit: 2000 } },
  )

describe('scanTo3d with bad photos', () => {
  it('warns about two objects on the mat', async () => {
    const photos = await takePhotos(() => [block(-20, 0), block(22, 5)])
    const { warnings } = await scan(photos)
    expect(warnings.join(' ')).toMatch(/2 separate objects stand on the mat/)
  })

  it('explains that the object moved between the photos', async () => {
    const photos = await takePhotos((k) => [block(34 * Math.cos(k * 2.4), 34 * Math.sin(k * 2.4))])
    await expect(scan(photos)).rejects.toMatchObject({
      code: 'photos_unusable',
      message: expect.stringMatching(/moved|No object can be found/),
    })
  })

  it('names photos in which the mat is cut off, and those of another size', async () => {
    const photos = await takePhotos(() => [block(0, 0)])
    photos[1] = await sharp(photos[1])
      .extract({ left: 300, top: 200, width: 40, height: 30 })
      .resize(640, 480)
      .jpeg()
      .toBuffer()
    photos[7] = await sharp(photos[7])
      .extract({ left: 60, top: 60, width: 500, height: 360 })
      .jpeg()
      .toBuffer()
    const { warnings } = await scan(photos)
    expect(warnings.join(' ')).toMatch(
      /Photo 2 was left out: it (?:is blurred|shows too few markers)/,
    )
    expect(warnings.join(' ')).toMatch(/Photo 8 was left out: it has another size or zoom/)
  })

  it('names damaged and hostile files, and makes the model from the others', async () => {
    const photos = await takePhotos(() => [block(0, 0)])
    photos[0] = Buffer.from('no picture')
    photos[5] = photos[5].subarray(0, 900)
    const { warnings } = await scan(photos)
    expect(warnings.join(' ')).toMatch(/1 and 6 were left out: each cannot be read as a picture/)
  })
})
