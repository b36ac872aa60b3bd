import { type RawPicture, sideMax } from './png.ts'

/** Reads an uncompressed BMP with 1 to 32 bits per pixel. Returns undefined for other pictures. */
export function readBmp(bytes: Uint8Array<ArrayBuffer>): RawPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = view.getUint32(10, true)
  const headerBytes = view.getUint32(14, true)
  const isCore = headerBytes === 12
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true)
  const stated = isCore ? view.getInt16(20, true) : view.getInt32(22, true)
  const bits = view.getUint16(isCore ? 24 : 28, true)
  const compression = isCore ? 0 : view.getUint32(30, true)
  const height = Math.abs(stated)
  if (!(width > 0 && height > 0) || width > sideMax || height > sideMax) return undefined
  if (![0, 3, 6].includes(compression) || ![1, 4, 8, 16, 24, 32].includes(bits)) return undefined
  const row = Math.ceil((width * bits) / 32) * 4
  if (start + row * height > bytes.length) return undefined
  const masks = getMasks(view, bits, compression, headerBytes)
  const colorAt = 14 + headerBytes
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const line = start + (stated < 0 ? y : height - 1 - y) * row
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4
      if (bits <= 8) {
        const bit = x * bits
        const shift = 8 - bits - (bit & 7)
        const index = ((bytes[line + (bit >> 3)] ?? 0) >> shift) & ((1 << bits) - 1)
        const entry = colorAt + index * (isCore ? 3 : 4)
        pixels.set([bytes[entry + 2] ?? 0, bytes[entry + 1] ?? 0, bytes[entry] ?? 0, 255], to)
      } else if (bits === 24) {
        const from = line + x * 3
        pixels.set([bytes[from + 2] ?? 0, bytes[from + 1] ?? 0, bytes[from] ?? 0, 255], to)
      } else {
        const value =
          bits === 16 ? view.getUint16(line + x * 2, true) : view.getUint32(line + x * 4, true)
        pixels.set(
          masks.map((mask, channel) => getChannel(value, mask, channel)),
          to,
        )
      }
    }
  }
  return { width, height, pixels }
}

// oxlint-disable-next-line max-params -- fields of one header
function getMasks(
  view: DataView,
  bits: number,
  compression: number,
  headerBytes: number,
): readonly number[] {
  if (compression === 0) {
    return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff_0000, 0xff00, 0xff, 0]
  }
  const hasAlpha = headerBytes >= 56
  return [0, 1, 2, 3].map((at) => (at === 3 && !hasAlpha ? 0 : view.getUint32(54 + at * 4, true)))
}

/** A picture without an alpha mask is opaque. */
function getChannel(value: number, mask: number, channel: number): number {
  if (mask === 0) return channel === 3 ? 255 : 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = (mask >>> shift) >>> 0
  return Math.round((((value & mask) >>> shift) / most) * 255)
}
