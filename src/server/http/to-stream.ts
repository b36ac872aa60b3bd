import { keepingOwner } from '../store/owner-scope.ts'

/** Converts pieces to a stream that reads the next piece once its reader has read the last one. */
export function toStream(pieces: AsyncGenerator<Uint8Array | string>): ReadableStream<Uint8Array> {
  const next = keepingOwner(() => pieces.next())
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await next()
      if (piece.done) controller.close()
      else controller.enqueue(toBytes(piece.value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

const toBytes = (piece: Uint8Array | string): Uint8Array =>
  typeof piece === 'string' ? Buffer.from(piece) : piece
