import { decodedExactly, readPixels } from '../../pictures/read-pixels.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { DecodeExactly } from './read-sog.ts'

/** Decodes a picture through WebGL in a worker. */
export const decodeExactly: DecodeExactly = async (webp) => {
  const blob = new Blob([webp], { type: 'image/webp' })
  const bitmap = await createImageBitmap(blob, decodedExactly)
  const pixels = readPixels(bitmap)
  bitmap.close()
  if (!pixels) {
    throw new UnworkableModelError(
      'This SOG cannot be read: the browser has no WebGL, or a picture is wider than 8192 pixels.',
    )
  }
  return pixels
}
