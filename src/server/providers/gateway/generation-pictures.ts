import sharp from 'sharp'
import { HttpError } from '../../errors/http-error.ts'
import type { InputPicture } from '../../ports/generation-provider.ts'

/** Gateways take pictures in base64 up to this size. */
const dataUrlBytesMax = 10 * 1024 * 1024

/**
 * A picture as a `data:` URL that gateways take; one that is too large as it is, is compressed.
 *
 * @throws {HttpError} `too_large` when even that is not enough.
 */
export async function toDataUrl({ bytes, mimeType }: InputPicture): Promise<string> {
  if (base64Length(bytes) <= dataUrlBytesMax) return dataUrl(bytes, mimeType)
  const { hasAlpha } = await sharp(bytes).metadata()
  const smaller = hasAlpha
    ? await sharp(bytes).webp({ quality: 90, effort: 2 }).toBuffer()
    : await sharp(bytes).jpeg({ quality: 90 }).toBuffer()
  if (base64Length(smaller) > dataUrlBytesMax) {
    throw new HttpError(
      'too_large',
      'The picture is too large for the gateway (10 MB at most). Use a smaller one.',
    )
  }
  return dataUrl(smaller, hasAlpha ? 'image/webp' : 'image/jpeg')
}

const base64Length = (bytes: Uint8Array): number => Math.ceil(bytes.byteLength / 3) * 4

const dataUrl = (bytes: Uint8Array, mimeType: string): string =>
  `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`
