import type { EmbeddedPicture } from '../mesh/parts.ts'
import { toBlob } from '../to-blob.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { noKtx2, type Pictures } from './convert.ts'

export const browserPictures: Pictures = {
  decode: async (picture) => {
    const context = await draw(picture)
    const { width, height } = context.canvas
    return { width, height, data: context.getImageData(0, 0, width, height).data }
  },
  toPng: async (picture) => {
    const { canvas } = await draw(picture)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return { ...picture, mimeType: 'image/png', bytes }
  },
}

async function draw({
  mimeType,
  bytes,
}: EmbeddedPicture): Promise<OffscreenCanvasRenderingContext2D> {
  if (mimeType === 'image/ktx2') {
    throw new UnworkableModelError(noKtx2)
  }
  const blob = toBlob(bytes, mimeType)
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' }).catch(
    (cause: unknown) => {
      throw new UnworkableModelError('A texture of this model cannot be read.', { cause })
    },
  )
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new UnworkableModelError('The browser ran out of memory for a texture.')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context
}
