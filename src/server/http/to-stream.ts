import { keepingOwner } from '../store/owner-scope.ts'

export function toStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const next = keepingOwner(() => pieces.next())
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await next()
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
