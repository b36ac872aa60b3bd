import { uploadPicture } from '#api/files.ts'
import type { PictureFile } from '#contract/files.ts'
import { pictureLimits } from '#contract/files.ts'
import { remakePicture } from '#model-files/pictures/remake-picture.ts'

/**
 * Long side of uploaded photos in pixels. The engine uses fewer pixels, so larger photos would only
 * take longer.
 */
const longSide = 2400
const smallBytes = 1_000_000

/**
 * Shrinks and uploads one of many photos. Sends HEIC files unchanged if the browser cannot decode
 * HEIC.
 */
export async function sendPhoto(
  file: File,
  name: string,
  signal: AbortSignal,
): Promise<PictureFile> {
  const photo = file.size < smallBytes ? file : await shrink(file)
  signal.throwIfAborted()
  return uploadPicture(photo, { name, signal })
}

async function shrink(file: File): Promise<Blob> {
  try {
    return await remakePicture(file, {
      sidePxMax: longSide,
      sizeBytesMax: pictureLimits.sizeBytesMax,
      mimeTypes: ['image/jpeg'],
    })
  } catch {
    return file
  }
}
