import { fetchRemotePicture } from '#api/pictures.ts'
import { uploadPicture } from '#api/files.ts'
import type { PictureFile } from '#contract/files.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'

/**
 * The stored picture behind an address: on the web, which the server fetches, or in the address itself.
 *
 * @param address `https:`, `http:` or `data:`; without a scheme, `https:` is meant.
 * @throws {PictureError} when a `data:` address holds no picture.
 * @throws {ApiError} with a sentence that says what is wrong.
 */
export async function fetchAddress(address: string, signal: AbortSignal): Promise<PictureFile> {
  const trimmed = address.trim()
  if (!/^data:/i.test(trimmed)) return fetchRemotePicture(withScheme(trimmed), signal)
  return uploadPicture(readDataAddress(trimmed), { name: 'Pasted picture', signal })
}

/** The page's policy lets nothing be fetched from `data:`, so it is taken apart here. */
function readDataAddress(address: string): Blob {
  const [, type = '', data = ''] =
    /^data:(image\/[\w.+-]+);base64,([\w+/=\s%]+)$/i.exec(address) ?? []
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(data)), (char) => char.charCodeAt(0))
    if (bytes.byteLength > 0) return new Blob([bytes], { type })
  } catch {
    // Said below, with all else that is wrong with it.
  }
  throw new PictureError(
    'This data address holds no picture. Copy it again, from “data:image/” to its end.',
  )
}

/** People leave the beginning out, as browsers let them. */
const withScheme = (address: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
