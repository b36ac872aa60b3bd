import { toBlob } from '../to-blob.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { ResizePicture } from './optimize.ts'

/** WebP quality, 0 to 1, which has no visible effect on a model. */
const webpQuality = 0.86

export const resizePicture: ResizePicture = async ({ mimeType, bytes }, sidePx, wanted) => {
  const blob = toBlob(bytes, mimeType)
  // Textures hold data, so alpha and colours stay exact. Premultiplication would lose the colours
  // of transparent pixels.
  const bitmap = await createImageBitmap(blob, {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  }).catch((cause: unknown) => {
    throw new UnworkableModelError('A texture of this model cannot be read.', { cause })
  })
  const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new UnworkableModelError('The browser ran out of memory for a texture.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  // Browsers that cannot encode the requested format return a PNG.
  const made = await canvas.convertToBlob({ type: wanted, quality: webpQuality })
  return { mimeType: made.type, bytes: new Uint8Array(await made.arrayBuffer()) }
}
