const newLine = 0x0a

/**
 * Returns the lines with bytes outside ASCII, up to `sampleBytesMax` bytes. Lines stay whole, so
 * that no character is split.
 */
export function sampleLines(bytes: Uint8Array, sampleBytesMax: number): Uint8Array {
  const sample = new Uint8Array(sampleBytesMax)
  let length = 0
  for (let from = 0; from < bytes.length && length < sampleBytesMax;) {
    const end = bytes.indexOf(newLine, from)
    const next = end < 0 ? bytes.length : end + 1
    const high = findHigh(bytes, from, next)
    if (high >= 0) {
      // A single line that exceeds the limit starts shortly before its first character outside
      // ASCII.
      const start = Math.max(from, high - 64)
      const piece = bytes.subarray(start, Math.min(next, start + sampleBytesMax - length))
      sample.set(piece, length)
      length += piece.length
    }
    from = next
  }
  return sample.subarray(0, length)
}

function findHigh(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) >= 0x80) return at
  return -1
}
