import { createYield } from '../../process/yield-loop.ts'

/**
 * Minimum size of a body that is copied into one buffer as it arrives. The chunks of smaller bodies
 * are joined at the end.
 */
const pieceBytes = 1024 * 1024

export type Gathering = {
  add: (chunk: Uint8Array) => void
  length: () => number
  /** Returns all bytes, synchronously if there was only one chunk. */
  whole: () => Uint8Array | Promise<Uint8Array>
}

/**
 * Creates a collector of chunks. If the total size is known, each chunk is copied into place as it
 * arrives, so that a large body is never in memory twice.
 * @param expected announced number of bytes, which may be wrong.
 */
export function gatherBytes(expected: number | undefined): Gathering {
  // The buffer is not from Node's pool, because a part of a pooled buffer cannot be transferred to
  // a thread.
  const place =
    expected !== undefined && expected > pieceBytes ? Buffer.allocUnsafeSlow(expected) : undefined
  const chunks: Uint8Array[] = []
  let placed = 0
  let length = 0
  return {
    length: () => length,
    add(chunk) {
      length += chunk.byteLength
      if (place && chunks.length === 0 && length <= place.byteLength) {
        place.set(chunk, placed)
        placed = length
      } else chunks.push(chunk)
    },
    whole() {
      if (place && placed === length) {
        return placed === place.byteLength ? place : place.subarray(0, placed)
      }
      const [only] = chunks
      if (only && chunks.length === 1 && placed === 0) return only
      return joined(place ? [place.subarray(0, placed), ...chunks] : chunks, length)
    },
  }
}

async function joined(chunks: readonly Uint8Array[], length: number): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(length)
  const yieldLoop = createYield()
  let at = 0
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.byteLength; from += pieceBytes) {
      const piece = chunk.subarray(from, from + pieceBytes)
      whole.set(piece, at)
      at += piece.byteLength
      await yieldLoop()
    }
  }
  return whole
}
