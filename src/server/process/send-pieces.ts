import type { ChildProcess } from 'node:child_process'

/** A copy of each is made on the way, which takes well below a millisecond. */
const pieceBytes = 512 * 1024

/** Part of some bytes that are sent one after the other. */
export type Piece = { type: 'piece'; piece: Uint8Array; at: number; total: number }

/**
 * Sends bytes without holding up the event loop, one piece after the other as they are taken: as one
 * message they would all be copied at once. It ends early when they cannot be sent any more.
 */
export async function sendInPieces(
  to: Pick<ChildProcess, 'send'> | Pick<NodeJS.Process, 'send'>,
  bytes: Uint8Array,
): Promise<void> {
  const total = bytes.byteLength
  for (let at = 0; at === 0 || at < total; at += pieceBytes) {
    const piece: Piece = { type: 'piece', piece: bytes.subarray(at, at + pieceBytes), at, total }
    const fault = await new Promise<Error | null>((resolve) => {
      to.send?.(piece, undefined, {}, resolve)
    })
    if (fault) return
  }
}

/** Puts the bytes together again. */
export function createPieceTaker(): {
  take: (piece: Piece) => void
  /** All that came since it was asked last. */
  whole: () => Uint8Array<ArrayBuffer>
} {
  let bytes = new Uint8Array()
  return {
    take: ({ piece, at, total }) => {
      if (at === 0) bytes = new Uint8Array(total)
      bytes.set(piece, at)
    },
    whole: () => {
      const taken = bytes
      bytes = new Uint8Array()
      return taken
    },
  }
}
