import { HttpError } from '../../errors/http-error.ts'

const starts: readonly (readonly [type: string, start: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
]

/**
 * Returns the media type of a stored picture by its bytes, because a client may claim a wrong type.
 */
export function readPictureType(bytes: Uint8Array): string | undefined {
  return starts.find(([, start]) => start.every((byte, at) => bytes[at] === byte))?.[0]
}

/** Decodes a `data:` URL. @throws {HttpError} `bad_picture` unless it is a PNG, JPEG or WebP. */
export function decodePictureUrl(url: string): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
  if (readPictureType(bytes) === undefined) {
    throw new HttpError('bad_picture', 'The picture is not a PNG, JPEG or WebP. Choose another.')
  }
  return bytes
}

export const toPictureDataUrl = (bytes: Uint8Array): string =>
  `data:${readPictureType(bytes) ?? 'image/png'};base64,${Buffer.from(bytes).toString('base64')}`
