import { HttpError } from '../../errors/http-error.ts'
import { withValues } from '#lib/params/with-values.ts'
import type { GenerationRequest, InputPicture } from '../../ports/generation-provider.ts'

/** Most services take pictures in base64 up to this size. */
const usualBytesMax = 10 * 1024 * 1024

/**
 * A picture as a `data:` URL; one that is too large as it is, is compressed.
 *
 * @param bytesMax of the base64.
 * @throws {HttpError} `too_large` when even that is not enough.
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

/** A picture as base64 alone, in the kind that it has. */
export const toBase64 = ({ bytes }: Pick<InputPicture, 'bytes'>): string =>
  Buffer.from(bytes).toString('base64')

/** A picture as a part of a form, `picture.png`. */
export const toFile = ({ bytes, mimeType }: Pick<InputPicture, 'bytes' | 'mimeType'>): File =>
  new File([Buffer.from(bytes)], `picture.${extensionOf(mimeType)}`, { type: mimeType })

/** `png`, `jpg`, `webp` … */
export const extensionOf = (mimeType: string): string =>
  (mimeType.split('/')[1] ?? 'png').replace('jpeg', 'jpg')

/** The params with each picture in the form in which its service takes it. */
export async function fillPictures(
  { params, pictures }: Pick<GenerationRequest, 'params' | 'pictures'>,
  toWire: (picture: InputPicture) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const picture of pictures) values.set(picture.path, await toWire(picture))
  return withValues(params, values)
}
