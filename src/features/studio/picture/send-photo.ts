import { uploadPicture } from '#api/files.ts'
import type { PictureFile } from '#contract/files.ts'
import { pictureLimits } from '#contract/files.ts'
import { remakePicture } from '#model-files/pictures/remake-picture.ts'

/** Long side in px of photos of a scan. The engine uses less; full photos would only take longer. */
const longSide = 2400
/** Smaller files are sent unchanged. */
const smallBytes = 1_000_000

/** Shrinks and uploads one of many photos. HEIC files are sent unchanged if the browser cannot. */
export async function sendPhoto(file: File, signal: AbortSignal): Promise<PictureFile> {
  const photo = file.size < smallBytes ? file : await shrink(file)
  signal.throwIfAborted()
  return uploadPicture(photo, { name: file.name, signal })
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
