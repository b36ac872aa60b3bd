import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createNormalizer, normalizePicture } from './normalize-picture.ts'

const flat = (sidePx: number) =>
  sharp({ create: { width: sidePx, height: sidePx, channels: 4, background: '#8888' } })

describe('normalizePicture', () => {
  it('returns a large picture completely', async () => {
    const picture = await normalizePicture(await flat(3_000).png().toBuffer())
    expect(picture).toMatchObject({ widthPx: 3_000, heightPx: 3_000, hasAlpha: true })
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'png', width: 3_000 })
  })

  it('decodes the largest picture of the format that needs most memory', async () => {
    const avif = await flat(6_000).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(await normalizePicture(avif)).toMatchObject({ widthPx: 6_000, heightPx: 6_000 })
  })

  it('refuses a picture that takes too much memory, and decodes the next picture', async () => {
    const normalize = createNormalizer({ memoryMegabytesMax: 200 })
    const large = await flat(6_000).png({ progressive: true, compressionLevel: 1 }).toBuffer()
    await expect(normalize(large)).rejects.toMatchObject({ code: 'bad_picture' })
    expect(await normalize(await flat(30).png().toBuffer())).toMatchObject({ widthPx: 30 })
  })

  it('resizes a picture to the limits if `isResized` is set', async () => {
    const wide = await sharp({
      create: { width: 9_000, height: 300, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    await expect(normalizePicture(wide)).rejects.toMatchObject({ code: 'bad_picture' })
    expect(await normalizePicture(wide, { isResized: true })).toMatchObject({
      widthPx: 6_000,
      heightPx: 200,
    })
  })

  it('enlarges a tiny picture by whole factors', async () => {
    const tiny = await flat(8).png().toBuffer()
    expect(await normalizePicture(tiny, { isResized: true })).toMatchObject({
      widthPx: 512,
      heightPx: 512,
    })
  })
})
