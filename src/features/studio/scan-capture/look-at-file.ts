import type { PhotoLook } from '#lib/scan/live-messages.ts'
import type { Looker } from './create-looker.ts'

/** Long side in pixels to which the photo is shrunk, as in the engine. */
const longSidePx = 1600

/**
 * Looks for the printed mat in a photo before its upload.
 * @returns undefined if this browser cannot decode the picture.
 */
export async function lookAtFile(looker: Looker, file: Blob): Promise<PhotoLook | undefined> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return undefined
  }
  try {
    const { width, height } = bitmap
    return await looker.look(bitmap, { width, height, longSidePx })
  } catch (error) {
    console.warn('A photo could not be looked at before its upload.', error)
    return undefined
  } finally {
    bitmap.close()
  }
}
