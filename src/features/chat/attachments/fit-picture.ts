import { convertedMimeTypes, pictureLimits } from '#contract/files.ts'
import { readImageSize } from '#model-files/image-size.ts'
import { isHeic, readHeic } from '#model-files/pictures/heic/read-heic.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import { remakePicture } from '#model-files/pictures/remake-picture.ts'

/** The frame header of a photo may stand behind a preview and a colour profile. */
const headBytes = 512 * 1024
const { sidePxMax, sizeBytesMax } = pictureLimits
const bounds = { sidePxMax, sizeBytesMax }
const taken: readonly string[] = [...pictureLimits.mimeTypes, ...convertedMimeTypes]

/**
 * A picture as the server takes it: what phones call HEIC as JPEG, and what has more pixels or bytes than it keeps
 * made smaller. Nothing where the file is no picture, which for HEIC not every browser knows.
 *
 * @throws {PictureError} when it cannot be made to fit.
 */
export async function fitPicture(file: File): Promise<{ picture: Blob; name: string } | undefined> {
  const { name, type } = file
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (isHeic(head)) {
    const picture = await readHeic(file, bounds)
    if (picture) return { picture, name: name.replace(/\.(?:heic|heif|hif)$/i, '.jpg') }
    throw new PictureError(
      'This HEIC picture cannot be read; it may be damaged. Save it as JPEG, and add that.',
    )
  }
  // A drawing is text to a model, as no server turns it into pixels.
  if (!type.startsWith('image/') || type === 'image/svg+xml') return undefined
  const { widthPx = 0, heightPx = 0 } = readImageSize(head) ?? {}
  const isTooLarge = file.size > sizeBytesMax || Math.max(widthPx, heightPx) > sidePxMax
  if (isTooLarge) return { picture: await remakePicture(file, bounds), name }
  // What the browser cannot read, either, the server refuses in words of its own.
  const picture = taken.includes(type) ? file : await remakePicture(file, bounds).catch(() => file)
  return { picture, name }
}
