import { unzlibSync } from 'fflate'
import { concatBytes } from '#lib/concat-bytes.ts'
import type { RawPicture } from './png.ts'

const sideMax = 8192
const channelCounts: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Reads a PNG with 8 bits per channel, not interlaced (PNG specification, third edition).
 * @returns undefined for other kinds and damaged files.
 */
export function readPng(bytes: Uint8Array): RawPicture | undefined {
  try {
    return read(bytes)
  } catch {
    return undefined
  }
}

function read(bytes: Uint8Array): RawPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [bits, kind, interlaced] = [bytes[24], bytes[25] ?? 0, bytes[28]]
  const channels = channelCounts[kind]
  if (channels === undefined || bits !== 8 || interlaced !== 0) return undefined
  if (!(width > 0 && height > 0) || width > sideMax || height > sideMax) return undefined
  const packed: Uint8Array[] = []
  let palette = new Uint8Array()
  let alphas = new Uint8Array()
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const content = bytes.slice(at + 8, at + 8 + length)
    if (name === 'IDAT') packed.push(content)
    if (name === 'PLTE') palette = content
    if (name === 'tRNS') alphas = content
    at += length + 12
  }
  const row = width * channels
  const rows = unzlibSync(concatBytes(packed), { out: new Uint8Array((row + 1) * height) })
  const values = unfilter(rows, { row, height, channels })
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) {
    const [a = 0, b = 0, c = 0, d = 255] = values.subarray(at * channels, (at + 1) * channels)
    if (kind === 3) {
      pixels.set([palette[a * 3] ?? 0, palette[a * 3 + 1] ?? 0, palette[a * 3 + 2] ?? 0], at * 4)
      pixels[at * 4 + 3] = alphas[a] ?? 255
    } else if (kind === 0 || kind === 4) pixels.set([a, a, a, kind === 4 ? b : 255], at * 4)
    else pixels.set([a, b, c, d], at * 4)
  }
  return { width, height, pixels }
}

type Layout = { readonly row: number; readonly height: number; readonly channels: number }

function unfilter(rows: Uint8Array, { row, height, channels }: Layout): Uint8Array {
  const values = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (row + 1)]
    for (let x = 0; x < row; x++) {
      const at = y * row + x
      const left = x >= channels ? (values[at - channels] ?? 0) : 0
      const above = y > 0 ? (values[at - row] ?? 0) : 0
      const corner = y > 0 && x >= channels ? (values[at - row - channels] ?? 0) : 0
      const guesses = [0, left, above, (left + above) >> 1, getPaeth(left, above, corner)]
      values[at] = (rows[y * (row + 1) + 1 + x] ?? 0) + (guesses[filter ?? 0] ?? 0)
    }
  }
  return values
}

function getPaeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value))
  if ((a ?? 0) <= (b ?? 0) && (a ?? 0) <= (c ?? 0)) return left
  return (b ?? 0) <= (c ?? 0) ? above : corner
}
