import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodePicture } from './decode.ts'
import { pixelPicture } from './testing/pictures.fixture.ts'

const frame = (colour: [number, number, number, number]) =>
  pixelPicture(600, 520, () => colour)
    .png()
    .toBuffer()

const halves = () =>
  pixelPicture(600, 520, (x) => (x < 300 ? [220, 20, 20, 255] : [20, 20, 220, 255]))

const pixelAt = ({ rgba, width }: { rgba: Uint8Array; width: number }, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

describe('decodePicture', () => {
  it.each([
    ['a JPEG', () => halves().flatten().jpeg({ quality: 100 })],
    ['a WebP', () => halves().webp({ lossless: true })],
    ['a palette PNG', () => halves().png({ palette: true })],
    ['a 16-bit PNG', () => halves().toColourspace('rgb16').png()],
    ['a CMYK JPEG', () => halves().flatten().toColourspace('cmyk').jpeg({ quality: 100 })],
  ])('decodes %s without changing its colours', async (_name, encode) => {
    const picture = await decodePicture(await encode().toBuffer())
    expect([picture.width, picture.height, picture.scale]).toEqual([600, 520, 1])
    const [red, , , alpha] = pixelAt(picture, 100, 100)
    const [, , blue] = pixelAt(picture, 500, 100)
    expect(red).toBeGreaterThan(180)
    expect(blue).toBeGreaterThan(120)
    expect(alpha).toBe(255)
  })

  it('reads the first frame of an animated WebP', async () => {
    const frames = [await frame([220, 10, 10, 255]), await frame([10, 10, 220, 255])]
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(2)
    const picture = await decodePicture(animated)
    expect([picture.width, picture.height]).toEqual([600, 520])
    const [red, , blue] = pixelAt(picture, 300, 260)
    expect(red).toBeGreaterThan(180)
    expect(blue).toBeLessThan(60)
  })

  it('rotates a grey photo upright by its EXIF orientation', async () => {
    const grey = pixelPicture(600, 520, (x) => (x < 300 ? [30, 30, 30, 255] : [220, 220, 220, 255]))
    const turned = grey.greyscale().withMetadata({ orientation: 6 }).jpeg()
    const picture = await decodePicture(await turned.toBuffer())
    expect([picture.width, picture.height]).toEqual([520, 600])
    expect(pixelAt(picture, 260, 100)[0]).toBeLessThan(60)
    expect(pixelAt(picture, 260, 500)[0]).toBeGreaterThan(190)
  })

  it('enlarges small pictures and shrinks large pictures', async () => {
    const small = await decodePicture(await halves().resize(100, 50, { fit: 'fill' }).toBuffer())
    expect([small.width, small.height, small.scale]).toEqual([400, 200, 4])
    const large = sharp({ create: { width: 4096, height: 1024, channels: 3, background: 'red' } })
    const shrunk = await decodePicture(await large.png().toBuffer())
    expect([shrunk.width, shrunk.height]).toEqual([1960, 490])
    expect(shrunk.scale).toBeCloseTo(1960 / 4096, 6)
  })

  it('rejects a fully transparent picture', async () => {
    const clear = await pixelPicture(64, 64, () => [90, 140, 200, 0]).toBuffer()
    await expect(decodePicture(clear)).rejects.toMatchObject({ code: 'picture_transparent' })
  })

  it.each([
    ['a text file', Buffer.from('This is a text.')],
    ['an empty file', Buffer.alloc(0)],
  ])('rejects %s as an unreadable picture', async (_name, bytes) => {
    await expect(decodePicture(bytes)).rejects.toMatchObject({ code: 'picture_unreadable' })
  })

  it.each([
    [6000, 40],
    [40, 6000],
  ])('rejects a strip of %i × %i px, and states why', async (width, height) => {
    const strip = await pixelPicture(width, height, (x) => [x % 250, 20, 20, 255])
      .png()
      .toBuffer()
    await expect(decodePicture(strip)).rejects.toMatchObject({
      code: 'picture_narrow',
      message: expect.stringContaining(
        `${width.toLocaleString('en')} × ${height.toLocaleString('en')} px`,
      ),
    })
  })

  it('decodes a tiny picture that is not a strip', async () => {
    const tiny = await pixelPicture(5, 5, (x) => [x * 50, 20, 20, 255])
      .png()
      .toBuffer()
    expect(await decodePicture(tiny)).toMatchObject({ width: 20, height: 20 })
  })

  it('rejects a truncated picture', async () => {
    const noisy = pixelPicture(64, 64, (x, y) => [(x * 97) % 256, (y * 57) % 256, x ^ y, 255])
    const png = await noisy.toBuffer()
    const half = png.subarray(0, png.length / 2)
    await expect(decodePicture(half)).rejects.toMatchObject({ code: 'picture_unreadable' })
  })
})
