import type { EventSourceMessage } from 'eventsource-parser'
import { HttpError } from '../../errors/http-error.ts'

/**
 * Creates a parser that emits each non-empty line as the data of an event.
 * @param options.maxBufferSize maximum length of a line, in UTF-16 units. `feed` throws an
 * {HttpError} `provider_failed` for a longer line.
 */
export function createLineParser(options: {
  maxBufferSize: number
  onEvent: (event: EventSourceMessage) => void
}): { feed: (piece: string) => void } {
  const { maxBufferSize, onEvent } = options
  let pieces: string[] = []
  let length = 0
  return {
    feed(piece) {
      const lines = piece.split(/[\r\n]/)
      const rest = lines.pop() ?? ''
      for (const line of lines) {
        const data = (pieces.join('') + line).trimEnd()
        pieces = []
        length = 0
        if (data !== '') onEvent({ id: undefined, event: undefined, data })
      }
      length += rest.length
      if (length > maxBufferSize) {
        throw new HttpError(
          'provider_failed',
          'The service sent a line that is too long to read. Try again, or choose another model.',
        )
      }
      if (rest !== '') pieces.push(rest)
    },
  }
}
