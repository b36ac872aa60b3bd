import { zlibSync } from 'fflate'
import { concatBytes } from '#lib/concat-bytes.ts'

const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)

type GreyPixels = { width: number; height: number; data: Uint8Array }

/** Writes grey pixels, one byte each, as a PNG (PNG specification, third edition). */
export function writeGreyPng({ width, height, data }: GreyPixels): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header[8] = 8
  const rows = new Uint8Array(height * (width + 1))
  for (let row = 0; row < height; row++) {
    rows.set(data.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  return concatBytes([
    signature,
    writeChunk('IHDR', header),
    writeChunk('IDAT', zlibSync(rows, { level: 3 })),
    writeChunk('IEND', new Uint8Array()),
  ])
}

function writeChunk(kind: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, content.length)
  chunk.set(new TextEncoder().encode(kind), 4)
  chunk.set(content, 8)
  view.setUint32(content.length + 8, getCrc(chunk.subarray(4, content.length + 8)))
  return chunk
}

const crcTable = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function getCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
