import { convertedMimeTypes, pictureLimits } from '#contract/files.ts'
import { readImageSize } from '#model-files/image-size.ts'
import { isHeic, readHeic } from '#model-files/pictures/heic/read-heic.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import { remakePicture } from '#model-files/pictures/remake-picture.ts'
import { t } from '#languages/app.ts'

/**
 * Bytes to read in order to find the size of a picture. Embedded previews and colour profiles may
 * precede the size.
 */
const headBytes = 512 * 1024
const { sidePxMax, sizeBytesMax } = pictureLimits
const bounds = { sidePxMax, sizeBytesMax }
const taken: readonly string[] = [...pictureLimits.mimeTypes, ...convertedMimeTypes]

/**
 * Converts a picture into a format and size that the server accepts. Returns undefined if the file
 * is not a picture.
 * @throws {PictureError} if the picture cannot be converted.
 */
export async function fitPicture(file: File): Promise<{ picture: Blob; name: string } | undefined> {
  const { name, type } = file
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (isHeic(head)) {
    const picture = await readHeic(file, bounds)
    if (picture) return { picture, name: name.replace(/\.(?:heic|heif|hif)$/i, '.jpg') }
    throw new PictureError(
      t('This HEIC picture cannot be read; it may be damaged. Save it as JPEG, and add that.'),
    )
  }
  // The server does not render SVG, so send an SVG as text.
  if (!type.startsWith('image/') || type === 'image/svg+xml') return undefined
  const { widthPx = 0, heightPx = 0 } = readImageSize(head) ?? {}
  const isTooLarge = file.size > sizeBytesMax || Math.max(widthPx, heightPx) > sidePxMax
  if (isTooLarge) return { picture: await remakePicture(file, bounds), name }
  // If the browser cannot decode the file, upload the unchanged file. The server then returns a
  // clear error.
  const picture = taken.includes(type) ? file : await remakePicture(file, bounds).catch(() => file)
  return { picture, name }
}
