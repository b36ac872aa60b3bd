import type { convertedMimeTypes, PictureFile } from '#contract/files.ts'

/** An accepted picture format, or the name of another format. */
export type PictureKind =
  | { mimeType: PictureFile['mimeType'] | (typeof convertedMimeTypes)[number] }
  | { otherName: string }

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')

/** Detects the kind from the content, because names and declared types are unreliable. */
export function detectPictureKind(bytes: Uint8Array): PictureKind {
  const start = ascii(bytes, 0, 16)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { mimeType: 'image/png' }
  if (start.startsWith('\xff\xd8\xff')) return { mimeType: 'image/jpeg' }
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return { mimeType: 'image/webp' }
  // The compatible brands show whether a file is AVIF, because the main brand `mif1` may contain
  // AVIF or HEIC.
  if (start.slice(4, 8) === 'ftyp' && /avi[fs]/.test(getBrands(bytes))) {
    return { mimeType: 'image/avif' }
  }
  if (start.slice(4, 8) === 'ftyp' && heicBrands.test(getBrands(bytes))) {
    return { mimeType: 'image/heic' }
  }
  // A plus instead of an asterisk means BigTIFF.
  if (/^(?:II[*+]\0|MM\0[*+])/.test(start)) return { mimeType: 'image/tiff' }
  if (/^GIF8[79]a/.test(start)) return { mimeType: 'image/gif' }
  return { otherName: getOtherName(bytes, start) }
}

function getBrands(bytes: Uint8Array): string {
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256)
  return ascii(bytes, 8, 12) + ascii(bytes, 16, length)
}

const heicBrands = /hei[cxms]|hev[cxms]/

function getOtherName(bytes: Uint8Array, start: string): string {
  if (start.startsWith('BM')) return 'a BMP'
  if (start.startsWith('%PDF')) return 'a PDF'
  if (start.slice(4, 8) === 'ftyp') {
    const brand = start.slice(8, 12)
    if (/^(mif1|msf1)/.test(brand)) return 'a HEIF with a codec that is not supported'
    return 'a video'
  }
  const head = ascii(bytes, 0, 1024)
  if (/<svg[\s>/]/i.test(head)) return 'an SVG'
  // oxlint-disable-next-line no-control-regex -- a byte below the space distinguishes data from text
  return /^[^\x00-\x08\x0e-\x1f]+$/.test(head)
    ? 'a text file'
    : 'not a picture format that is supported'
}

export type DecodedKind = Extract<PictureKind, { mimeType: unknown }>['mimeType']
