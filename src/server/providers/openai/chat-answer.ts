import type { UpstreamService } from '../../ports/upstream-service.ts'
import type { Readable } from 'node:stream'
import type { ChatDelta, TakeDelta } from '../../ports/chat-provider.ts'
import { createAnswerRecords } from './answer-records.ts'
import { cutOff } from './upstream-errors.ts'
import type { SilenceWatch } from './silence-watch.ts'

/** After the reason to finish only the usage can follow, and not every service ends the stream. */
const afterFinishDefaultMs = 5_000

type ReadOptions = {
  service: UpstreamService
  secrets: readonly string[]
  watch: SilenceWatch
  take: TakeDelta
  /** Called after each piece from the first word on; may keep the next one waiting. */
  afterPiece?: (() => void) | undefined
  /** How long to wait for what may follow the end of the answer. */
  afterFinishMs?: number | undefined
}

/**
 * Reads a streamed completion. Comments and unknown events only keep it awake. While `take` has no room
 * nothing is read.
 *
 * @throws {HttpError} `provider_failed` when the stream ends before the service said that it was
 *   complete, or holds an error or something that is not JSON.
 */
export function readChatStream(body: Readable, options: ReadOptions): Promise<void> {
  const { service, secrets, watch, take, afterPiece } = options
  const { afterFinishMs = afterFinishDefaultMs } = options
  return new Promise<void>((resolve, reject) => {
    const records = createAnswerRecords(service, secrets)
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
      if (delta.finishReason !== undefined && !isComplete) {
        isComplete = true
        enough = setTimeout(end, afterFinishMs)
      }
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
      for (let next = records.next(); next !== undefined; next = records.next()) {
        if (next === 'done') return finish()
        if (!hand(next)) return
      }
      if (hasEnded) finish(isComplete ? undefined : cutOff())
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
        records.feed(piece)
        if (!isWaiting) deliver()
      })
      if (hasSpoken && !isOver) afterPiece?.()
    }
    const end = () => {
      hasEnded = true
      records.end()
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
