import type { ChildProcess } from 'node:child_process'

/** Size of a piece in bytes. Sending copies each piece, which takes well below a millisecond. */
const pieceBytes = 512 * 1024

export type Piece = { type: 'piece'; piece: Uint8Array; at: number; total: number }

/**
 * Sends bytes in pieces, because a single message would copy all bytes at once and block the event
 * loop. Stops early if the channel is closed.
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

export function createPieceTaker(): {
  take: (piece: Piece) => void
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
