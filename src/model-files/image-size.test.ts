import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readImageSize } from './image-size.ts'

const picture = sharp({ create: { width: 37, height: 21, channels: 4, background: '#369c' } })

describe('readImageSize', () => {
  it.each([
    ['PNG', () => picture.clone().png()],
    ['JPEG', () => picture.clone().jpeg()],
    ['progressive JPEG', () => picture.clone().jpeg({ progressive: true })],
    ['JPEG with metadata before the frame', () => picture.clone().withMetadata().jpeg()],
    ['lossy WebP', () => picture.clone().flatten().webp()],
    ['lossy WebP with transparency', () => picture.clone().webp()],
    ['lossless WebP', () => picture.clone().webp({ lossless: true })],
  ])('returns the size of a %s', async (_name, encode) => {
    const bytes = await encode().toBuffer()
    expect(readImageSize(bytes)).toEqual({ widthPx: 37, heightPx: 21 })
  })

  it('returns undefined for an unknown format or a truncated file', async () => {
    const jpeg = await picture.clone().jpeg().toBuffer()
    expect(readImageSize(new Uint8Array(64))).toBeUndefined()
    expect(readImageSize(jpeg.subarray(0, 40))).toBeUndefined()
    expect(readImageSize(new Uint8Array())).toBeUndefined()
  })
})
