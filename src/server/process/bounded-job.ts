import type { ErrorCode } from '#contract/errors.ts'
import { toHttpError } from '../errors/http-error.ts'
import { createPieceTaker, sendInPieces, type Piece } from './send-pieces.ts'

/** A message to the process: pieces of bytes, then the job. */
export type JobMessage = Piece | { type: 'job'; request: unknown }
/** A message from the process: pieces of bytes, then the result. */
export type AnswerMessage<Answer> =
  | Piece
  | { type: 'answer'; answer: Answer; megabytes: number }
  | { type: 'failed'; code: ErrorCode; message: string; megabytes: number }

/** Runs jobs of `createBoundedPool` in its process, sequentially. Call it once. */
export function answerJobs(
  work: (request: unknown, bytes: Uint8Array) => Promise<{ answer: object; bytes: Uint8Array }>,
): void {
  const taker = createPieceTaker()
  process.on('message', (message: JobMessage) => {
    if (message.type === 'piece') return taker.take(message)
    void answer(message.request)
  })

  async function answer(request: unknown): Promise<void> {
    try {
      const made = await work(request, taker.whole())
      await sendInPieces(process, made.bytes)
      say({ type: 'answer', answer: made.answer })
    } catch (error) {
      const { code, message } = toHttpError(error)
      if (code === 'internal') console.error('A file could not be read.', error)
      say({ type: 'failed', code, message })
    }
  }

  // Ctrl-C in a terminal also signals child processes, which the server stops at the right time.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
}

const say = (message: object) =>
  process.send?.({ ...message, megabytes: process.memoryUsage.rss() / 1024 / 1024 })
