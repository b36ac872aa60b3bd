import { writePng } from '../import/pictures/png.ts'
import type { EmbeddedPicture } from '../mesh/parts.ts'
import { decodedExactly, readPixels } from '../pictures/read-pixels.ts'
import { toBlob } from '../to-blob.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { noKtx2, type Pictures } from './convert.ts'
import type { Pixels } from './vertex-colors.ts'

export const browserPictures: Pictures = {
  decode: async (picture) => {
    const bitmap = await decode(picture)
    const pixels = readPixels(bitmap) ?? readDrawn(bitmap)
    bitmap.close()
    return pixels
  },
  toPng: async (picture) => {
    const { width, height, data } = await browserPictures.decode(picture)
    const bytes = writePng({ width, height, pixels: new Uint8Array(data) })
    return { ...picture, mimeType: 'image/png', bytes }
  },
}

async function decode({ mimeType, bytes }: EmbeddedPicture): Promise<ImageBitmap> {
  if (mimeType === 'image/ktx2') {
    throw new UnworkableModelError(noKtx2)
  }
  const blob = toBlob(bytes, mimeType)
  return createImageBitmap(blob, decodedExactly).catch((cause: unknown) => {
    throw new UnworkableModelError('A texture of this model cannot be read.', { cause })
  })
}

/** Reads pixels without WebGL. Places with an alpha of 0 become black. */
function readDrawn(bitmap: ImageBitmap): Pixels {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new UnworkableModelError('The browser ran out of memory for a texture.')
  context.drawImage(bitmap, 0, 0)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}
