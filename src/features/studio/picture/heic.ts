import { remakePicture } from './remake-picture.ts'

/** By the first box of the file: what phones call HEIC, not AVIF, which looks much alike. */
export function isHeic(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 64))
  if (text.slice(4, 8) !== 'ftyp') return false
  const brands = text.slice(8)
  return !/avi[fs]/.test(brands) && /^(hei[cxms]|hev[cxms]|mif1|msf1)/.test(brands)
}

/** The picture as a JPEG; `undefined` where the browser cannot read it. */
export async function readHeic(file: Blob): Promise<Blob | undefined> {
  try {
    return await remakePicture(file)
  } catch {
    // Most browsers have no HEVC decoder; there is nothing more to say about it.
    return undefined
  }
}
