import { toError } from '#lib/to-error.ts'
import type { Readable } from 'node:stream'
import type { EventSourceMessage } from 'eventsource-parser'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatDelta, TakeDelta } from '../../ports/chat-provider.ts'
import { createAnswerParser } from './answer-parser.ts'
import { done, PartialAnswerError, type AnswerReader } from './answer-reader.ts'
import { createCutOffError } from './upstream-errors.ts'
import type { SilenceWatch } from './silence-watch.ts'

/**
 * Maximum length of a line, in UTF-16 units. The longest known line of a real service has 10 MB.
 */
const lineLengthMax = 16 * 1024 * 1024

/**
 * Maximum wait for the end of the stream after the finish reason, because some services never end
 * the stream.
 */
const afterFinishDefaultMs = 5_000

type ReadOptions = {
  reader: AnswerReader
  watch: SilenceWatch
  take: TakeDelta
  /**
   * Called after each chunk, beginning with the first chunk that contains text. The next chunk is
   * read when the function returns.
   */
  afterPiece?: (() => void) | undefined
  /** Creates the error for a response that is no answer, given the response's first line. */
  toForeignError?: ((words: string) => HttpError) | undefined
  afterFinishMs?: number | undefined
}

/**
 * Reads a streamed answer. Reading pauses while `take` has no room.
 * @throws {HttpError} `provider_failed` if the stream ends before the answer is complete, or
 * contains an error or invalid JSON.
 */
export function readChatStream(body: Readable, options: ReadOptions): Promise<void> {
  const { reader, watch, take, afterPiece, toForeignError = createCutOffError } = options
  const { afterFinishMs = afterFinishDefaultMs } = options
  return new Promise<void>((resolve, reject) => {
    let events: EventSourceMessage[] = []
    const parser = createAnswerParser({
      maxBufferSize: lineLengthMax,
      onEvent: (event) => events.push(event),
      onTooLong() {
        throw tooLong()
      },
      onForeign(words) {
        throw toForeignError(words)
      },
    })
    let isComplete = false
    let isWaiting = false
    let hasSpoken = false
    let hasEnded = false
    let isOver = false
    /** This timer ends a complete answer if the service does not end the stream. */
    let enough: NodeJS.Timeout | undefined

    const finish = (error?: Error) => {
      if (isOver) return
      isOver = true
      clearTimeout(enough)
      body.off('data', read).off('end', end).off('close', closed)
      if (error === undefined) resolve()
      else reject(error)
    }
    const attempt = (work: () => void) => {
      try {
        work()
      } catch (error) {
        if (!(error instanceof PartialAnswerError)) return finish(toError(error))
        void take(error.delta)
        finish(error.error)
      }
    }
    const hand = (delta: ChatDelta): boolean => {
      if (delta.finishReason !== undefined) isComplete = true
      watch.heardWord()
      hasSpoken = true
      const room = take(delta)
      if (!room) return true
      isWaiting = true
      body.pause()
      watch.pause()
      room.then(goOn, finish)
      return false
    }
    const deliver = () => {
      const due = events
      events = []
      for (let at = 0; at < due.length; at++) {
        const event = due[at]
        if (!event) break
        const said = reader.read(event)
        if (said === done) return finish(hasSpoken ? undefined : nothingSaid())
        if (said && !hand(said)) {
          events = due.slice(at + 1)
          return waitForEnd()
        }
      }
      if (hasEnded) readLast()
      else waitForEnd()
    }
    // Called after a chunk, because the end of the stream usually arrives in the same chunk as the
    // finish reason and needs no timer.
    const waitForEnd = () => {
      if (isComplete) enough ??= setTimeout(end, afterFinishMs)
    }
    const readLast = () => {
      parser.end()
      if (parser.isWhole() && events[0]) {
        const said = reader.read(events[0])
        if (!said || said === done) throw createCutOffError()
        void take(said)
        return finish()
      }
      for (const last of events.splice(0)) {
        const said = readLastEvent(reader, last, isComplete)
        if (said === done) return finish(hasSpoken ? undefined : nothingSaid())
        if (!said) continue
        hasSpoken = true
        if (said.finishReason !== undefined) isComplete = true
        void take(said)
      }
      finish(isComplete ? undefined : createCutOffError())
    }
    const goOn = () => {
      isWaiting = false
      if (isOver) return
      watch.resume()
      attempt(deliver)
      if (!isWaiting) body.resume()
    }
    const read = (piece: string) => {
      watch.heard()
      attempt(() => {
        parser.feed(piece)
        if (!isWaiting) deliver()
      })
      if (hasSpoken && !isOver) afterPiece?.()
    }
    const end = () => {
      hasEnded = true
      if (!isWaiting) attempt(deliver)
    }
    const failed = (error: Error) => {
      if (isComplete) end()
      else finish(error)
    }
    const closed = () => {
      if (!hasEnded) failed(createCutOffError())
    }

    body.setEncoding('utf8')
    body.on('data', read).on('end', end).on('error', failed).on('close', closed)
  })
}

const tooLong = () =>
  new HttpError(
    'provider_failed',
    'The service sent a record that is too long to read. Try again, or choose another model.',
  )

const nothingSaid = () =>
  new HttpError(
    'provider_failed',
    'The service ended its answer without any text. Try again, or choose another model.',
  )

function readLastEvent(reader: AnswerReader, event: EventSourceMessage, isComplete: boolean) {
  try {
    return reader.read(event)
  } catch (error) {
    // A lost connection leaves a partial record, while a complete record may contain the service's
    // error.
    if (error instanceof HttpError && error.cause instanceof SyntaxError) {
      if (isComplete) return undefined
      throw createCutOffError(error.cause)
    }
    throw error
  }
}
