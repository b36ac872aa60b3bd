import { decodedExactly, readPixels } from '../pictures/read-pixels.ts'
import { toBlob } from '../to-blob.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { ResizePicture } from './optimize.ts'

/** WebP quality, 0 to 1, which has no visible effect on a model. */
const webpQuality = 0.86

export const resizePicture: ResizePicture = async (picture, sidePx, wanted) => {
  const { mimeType, bytes, usesAlpha } = picture
  const blob = toBlob(bytes, mimeType)
  const bitmap = await createImageBitmap(blob, decodedExactly).catch((cause: unknown) => {
    throw new UnworkableModelError('A texture of this model cannot be read.', { cause })
  })
  const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new UnworkableModelError('The browser ran out of memory for a texture.')
  context.imageSmoothingQuality = 'high'
  const pixels = usesAlpha ? undefined : await readOpaque(bitmap, { width, height })
  if (pixels) context.putImageData(pixels, 0, 0)
  else context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  // Browsers that cannot encode the requested format return a PNG.
  const made = await canvas.convertToBlob({ type: wanted, quality: webpQuality })
  return { mimeType: made.type, bytes: new Uint8Array(await made.arrayBuffer()) }
}

/** Returns the pixels without alpha. A canvas would make places with an alpha of 0 black. */
async function readOpaque(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
): Promise<ImageData | undefined> {
  const small = await createImageBitmap(bitmap, {
    ...decodedExactly,
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  const pixels = readPixels(small)
  small.close()
  if (!pixels) return undefined
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
  return new ImageData(pixels.data, width, height)
}
