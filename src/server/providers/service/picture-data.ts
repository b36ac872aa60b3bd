import { HttpError } from '../../errors/http-error.ts'
import { withValues } from '#lib/params/with-values.ts'
import type { GenerationRequest, InputPicture } from '../../ports/generation-provider.ts'

/** Default maximum length of a picture in base64. Most services accept this length. */
const usualBytesMax = 10 * 1024 * 1024

/**
 * Converts a picture to a `data:` URL. A picture that is too large is compressed.
 * @param bytesMax maximum length of the base64 text.
 * @throws {HttpError} `too_large` if the compressed picture is still too large.
 */
export async function toDataUrl(
  { bytes, mimeType }: Pick<InputPicture, 'bytes' | 'mimeType'>,
  bytesMax = usualBytesMax,
): Promise<string> {
  if (base64Length(bytes) <= bytesMax) return dataUrl(bytes, mimeType)
  const { default: sharp } = await import('sharp')
  const { hasAlpha } = await sharp(bytes).metadata()
  const smaller = hasAlpha
    ? await sharp(bytes).webp({ quality: 90, effort: 2 }).toBuffer()
    : await sharp(bytes).jpeg({ quality: 90 }).toBuffer()
  if (base64Length(smaller) > bytesMax) {
    throw new HttpError(
      'too_large',
      `The picture is too large for this service (${Math.floor(bytesMax / 1024 / 1024)} MB at most). Use a smaller one.`,
    )
  }
  return dataUrl(smaller, hasAlpha ? 'image/webp' : 'image/jpeg')
}

const base64Length = (bytes: Uint8Array): number => Math.ceil(bytes.byteLength / 3) * 4

const dataUrl = (bytes: Uint8Array, mimeType: string): string =>
  `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`

export const toBase64 = ({ bytes }: Pick<InputPicture, 'bytes'>): string =>
  Buffer.from(bytes).toString('base64')

export const toFile = ({ bytes, mimeType }: Pick<InputPicture, 'bytes' | 'mimeType'>): File =>
  new File([Buffer.from(bytes)], `picture.${getUploadExtension(mimeType)}`, { type: mimeType })

export const getUploadExtension = (mimeType: string): string =>
  (mimeType.split('/')[1] ?? 'png').replace('jpeg', 'jpg')

/** Replaces each picture in the params by the format that the service expects. */
export async function fillPictures(
  { params, pictures }: Pick<GenerationRequest, 'params' | 'pictures'>,
  toWire: (picture: InputPicture) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const picture of pictures) values.set(picture.path, await toWire(picture))
  return withValues(params, values)
}
