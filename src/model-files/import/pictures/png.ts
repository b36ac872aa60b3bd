import { zlibSync } from 'fflate'
import { concatBytes } from '#lib/concat-bytes.ts'

export type RawPicture = { width: number; height: number; pixels: Uint8Array }

/** Maximum side of a picture in browsers, in pixels. */
export const sideMax = 16_384

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  return crc
})

/** Writes a PNG with 8 bits per channel (PNG specification, third edition). */
export function writePng({ width, height, pixels }: RawPicture): Uint8Array<ArrayBuffer> {
  const row = width * 4
  const filtered = new Uint8Array((row + 1) * height)
  for (let y = 0; y < height; y++) {
    filtered.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1)
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 6], 8)
  const chunks = [
    getChunk('IHDR', header),
    getChunk('IDAT', zlibSync(filtered, { level: 6 })),
    getChunk('IEND', new Uint8Array()),
  ]
  return concatBytes([Uint8Array.from(signature), ...chunks])
}

function getChunk(kind: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, content.length)
  for (let at = 0; at < 4; at++) chunk[4 + at] = kind.charCodeAt(at)
  chunk.set(content, 8)
  let crc = 0xffff_ffff
  for (let at = 4; at < chunk.length - 4; at++) {
    crc = (crcTable[(crc ^ (chunk[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)
  }
  view.setUint32(chunk.length - 4, (crc ^ 0xffff_ffff) >>> 0)
  return chunk
}
