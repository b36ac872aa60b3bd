export type ImageSize = { widthPx: number; heightPx: number }

/**
 * Reads a picture's size from the first bytes of a PNG, JPEG, WebP or KTX2.
 * @returns `undefined` for any other format, or if the bytes end too early.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 32) return undefined
  if (view.getUint32(0) === 0x89504e47) return size(view.getUint32(16), view.getUint32(20))
  if (view.getUint16(0) === 0xffd8) return jpegSize(view)
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
  if (view.getUint32(0) === 0xab4b5458)
    return size(view.getUint32(20, true), view.getUint32(24, true))
  return undefined
}

const size = (widthPx: number, heightPx: number): ImageSize => ({ widthPx, heightPx })

/**
 * Searches the segments of a JPEG for the frame header, which has the size (ISO/IEC 10918-1, B.1).
 */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    // The markers C4, C8 and CC look like frame headers but start tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return size(view.getUint16(at + 7), view.getUint16(at + 5))
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Reads the size of lossy, lossless and extended WebP files (RFC 9649, sections 2.5 to 2.7). */
function webpSize(view: DataView): ImageSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 0x56503858:
      return size(uint24(view, 24) + 1, uint24(view, 27) + 1)
    default:
      return undefined
  }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
