import { type RawPicture, sideMax } from './png.ts'

const codesMax = 4096

/** Reads the first picture of a GIF (GIF89a, section 20 and appendix F). */
export function readGif(bytes: Uint8Array<ArrayBuffer>): RawPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  if (!(width > 0 && height > 0) || width > sideMax || height > sideMax) return undefined
  const flags = view.getUint8(10)
  const globalEnd = 13 + getTableBytes(flags)
  let at = globalEnd
  let transparent = -1
  for (;;) {
    const kind = view.getUint8(at)
    if (kind === 0x2c) break
    if (kind !== 0x21) return undefined
    const isControl = view.getUint8(at + 1) === 0xf9
    if (isControl && view.getUint8(at + 3) & 1) transparent = view.getUint8(at + 6)
    at = skipBlocks(view, at + 2)
  }
  const [left, top] = [view.getUint16(at + 1, true), view.getUint16(at + 3, true)]
  const [wide, high] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)]
  const own = view.getUint8(at + 9)
  const table = own & 0x80 ? at + 10 : 13
  const start = at + 10 + getTableBytes(own)
  const indices = unpack(bytes, start, wide * high)
  const pixels = new Uint8Array(width * height * 4)
  const rows = own & 0x40 ? getInterlacedRows(high) : undefined
  for (let y = 0; y < high; y++) {
    const row = top + (rows?.[y] ?? y)
    const drawn = row < height ? Math.min(wide, width - left) : 0
    for (let x = 0; x < drawn; x++) {
      const index = indices[y * wide + x] ?? 0
      if (index === transparent) continue
      const color = table + index * 3
      const to = (row * width + left + x) * 4
      pixels.set([bytes[color] ?? 0, bytes[color + 1] ?? 0, bytes[color + 2] ?? 0, 255], to)
    }
  }
  return { width, height, pixels }
}

const getTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function skipBlocks(view: DataView, at: number): number {
  let next = at
  for (;;) {
    const length = view.getUint8(next)
    next += length + 1
    if (length === 0) return next
  }
}

function unpack(bytes: Uint8Array, start: number, count: number): Uint8Array {
  const smallest = bytes[start] ?? 8
  const clear = 1 << smallest
  const indices = new Uint8Array(count)
  const [prefix, suffix] = [new Int16Array(codesMax), new Uint8Array(codesMax)]
  const stack = new Uint8Array(codesMax + 1)
  let [width, next, before, first] = [smallest + 1, clear + 2, -1, 0]
  let [bits, bitCount, filled] = [0, 0, 0]
  let at = start + 1
  let blockLeft = bytes[at++] ?? 0
  while (filled < count && blockLeft > 0) {
    bits |= (bytes[at++] ?? 0) << bitCount
    bitCount += 8
    if (--blockLeft === 0) blockLeft = bytes[at++] ?? 0
    while (bitCount >= width && filled < count) {
      const code = bits & ((1 << width) - 1)
      bits >>>= width
      bitCount -= width
      if (code === clear) [width, next, before] = [smallest + 1, clear + 2, -1]
      else if (code === clear + 1) return indices
      else {
        let depth = 0
        let link = code
        // A code that is not in the table yet repeats the previous entry and its first colour.
        if (code >= next && before >= 0) {
          stack[depth++] = first
          link = before
        }
        while (link >= clear && depth < codesMax) {
          stack[depth++] = suffix[link] ?? 0
          link = prefix[link] ?? 0
        }
        first = link
        stack[depth++] = first
        if (before >= 0 && next < codesMax) {
          prefix[next] = before
          suffix[next++] = first
          if (next === 1 << width && width < 12) width++
        }
        before = code
        while (depth > 0 && filled < count) indices[filled++] = stack[--depth] ?? 0
      }
    }
  }
  return indices
}

function getInterlacedRows(height: number): number[] {
  const passes = [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const
  return passes.flatMap(([first, step]) =>
    Array.from(
      { length: Math.max(0, Math.ceil((height - first) / step)) },
      (_, at) => first + at * step,
    ),
  )
}
