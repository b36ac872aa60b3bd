import { fetchRemotePicture } from '#api/pictures.ts'
import { uploadPicture } from '#api/files.ts'
import type { PictureFile } from '#contract/files.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import { t } from '#languages/studio.ts'

/**
 * Stores the picture at an address. The server fetches web addresses, and this function decodes
 * `data:` addresses.
 * @param address `https:`, `http:` or `data:`. Without a scheme, `https:` is assumed.
 * @throws {PictureError} if a `data:` address contains no picture.
 * @throws {ApiError} with a sentence that explains the problem.
 */
export async function fetchAddress(address: string, signal: AbortSignal): Promise<PictureFile> {
  const trimmed = address.trim()
  if (!/^data:/i.test(trimmed)) return fetchRemotePicture(withScheme(trimmed), signal)
  return uploadPicture(readDataAddress(trimmed), { name: t('Pasted picture'), signal })
}

/** Decodes a `data:` address, because the content security policy blocks fetching `data:`. */
function readDataAddress(address: string): Blob {
  const [, type = '', data = ''] =
    /^data:(image\/[\w.+-]+);base64,([\w+/=\s%]+)$/i.exec(address) ?? []
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(data)), (char) => char.charCodeAt(0))
    if (bytes.byteLength > 0) return new Blob([bytes], { type })
  } catch {
    // Invalid data causes the same error as empty data, below.
  }
  throw new PictureError(
    t('This data address holds no picture. Copy it again, from “data:image/” to its end.'),
  )
}

const withScheme = (address: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
