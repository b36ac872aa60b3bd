import type { Readable } from 'node:stream'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatDelta, TakeDelta } from '../../ports/chat-provider.ts'
import { done, type AnswerReader } from './answer-reader.ts'
import { createLineParser } from './line-parser.ts'
import { cutOff } from './upstream-errors.ts'
import type { SilenceWatch } from './silence-watch.ts'

/** Longest line, in UTF-16 units; the largest that is known of real services is 10 MB. */
const lineLengthMax = 16 * 1024 * 1024

/** After the reason to finish only the usage can follow, and not every service ends the stream. */
const afterFinishDefaultMs = 5_000

type ReadOptions = {
  reader: AnswerReader
  /** Records are lines of JSON instead of server-sent events. */
  areLines?: boolean | undefined
  watch: SilenceWatch
  take: TakeDelta
  /** Called after each piece from the first word on; may keep the next one waiting. */
  afterPiece?: (() => void) | undefined
  /** How long to wait for what may follow the end of the answer. */
  afterFinishMs?: number | undefined
}

/**
 * Reads a streamed answer. Comments and unknown events only keep it awake. While `take` has no room
 * nothing is read.
 *
 * @throws {HttpError} `provider_failed` when the stream ends before the service said that it was
 *   complete, or holds an error or something that is not JSON.
 */
export function readChatStream(body: Readable, options: ReadOptions): Promise<void> {
  const { reader, areLines = false, watch, take, afterPiece } = options
  const { afterFinishMs = afterFinishDefaultMs } = options
  return new Promise<void>((resolve, reject) => {
    let events: EventSourceMessage[] = []
    const parser = (areLines ? createLineParser : createParser)({
      maxBufferSize: lineLengthMax,
      onEvent: (event) => events.push(event),
      // Of what else it complains about, unknown fields say, nothing is lost.
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw tooLong()
      },
    })
    let isComplete = false
    let isWaiting = false
    let hasSpoken = false
    let hasEnded = false
    let isOver = false
    /** Runs when enough has been waited for what may follow the end of the answer. */
    let enough: NodeJS.Timeout | undefined

    const finish = (error?: Error) => {
      if (isOver) return
      isOver = true
      clearTimeout(enough)
      body.off('data', read).off('end', end).off('close', closed)
      if (error === undefined) resolve()
      else reject(error)
    }
    /** Does what may find a fault in the answer. */
    const attempt = (work: () => void) => {
      try {
        work()
      } catch (error) {
        finish(error as Error)
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
    // Not as soon as the reason to finish is heard: mostly the end comes in the same piece.
    const waitForEnd = () => {
      if (isComplete) enough ??= setTimeout(end, afterFinishMs)
    }
    const readLast = () => {
      // Some services leave out the empty line after their last record.
      parser.feed('\n\n')
      const [last] = events
      const said = last && readLastEvent(reader, last, isComplete)
      if (said === done) return finish(hasSpoken ? undefined : nothingSaid())
      if (said) void take(said)
      finish(isComplete || said?.finishReason !== undefined ? undefined : cutOff())
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
      // Of a complete answer nothing is lost but a count of tokens.
      if (isComplete) end()
      else finish(error)
    }
    const closed = () => {
      if (!hasEnded) failed(cutOff())
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
    // Half a record is what a lost connection leaves; a whole one may hold the service's own error.
    if (error instanceof HttpError && error.cause instanceof SyntaxError) {
      // Of a complete answer nothing is lost but a count of tokens.
      if (isComplete) return undefined
      throw cutOff(error.cause)
    }
    throw error
  }
}
