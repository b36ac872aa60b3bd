import { describe, expect, it } from 'vitest'
import { browserPictures } from '../export/browser-pictures.ts'
import { writePng } from '../import/pictures/png.ts'
import { resizePicture } from './resize-picture.ts'

/** Two orange pixels with an alpha of 0 and 255. */
const orange = {
  mimeType: 'image/png',
  name: 'mask in alpha',
  bytes: writePng({
    width: 2,
    height: 1,
    pixels: Uint8Array.of(200, 100, 50, 0, 200, 100, 50, 255),
  }),
}

const read = async (picture: { mimeType: string; bytes: Uint8Array }) =>
  Array.from((await browserPictures.decode({ ...picture, name: '' })).data)

describe('resizePicture', () => {
  it('keeps the colours of transparent places if no material uses the alpha', async () => {
    const made = await resizePicture({ ...orange, usesAlpha: false }, 2, 'image/png')
    expect(await read(made)).toEqual([200, 100, 50, 255, 200, 100, 50, 255])
    const webp = await resizePicture({ ...orange, usesAlpha: false }, 2, 'image/webp')
    const [red = 0, , , alpha] = await read(webp)
    expect(red).toBeGreaterThan(150)
    expect(alpha).toBe(255)
  })

  it('keeps alpha that a material uses', async () => {
    const made = await resizePicture({ ...orange, usesAlpha: true }, 2, 'image/png')
    expect((await read(made))[3]).toBe(0)
  })
})

describe('browserPictures', () => {
  it('reads and writes the colours of transparent places', async () => {
    const colours = [200, 100, 50, 0, 200, 100, 50, 255]
    expect(await read(orange)).toEqual(colours)
    expect(await read(await browserPictures.toPng(orange))).toEqual(colours)
  })
})
