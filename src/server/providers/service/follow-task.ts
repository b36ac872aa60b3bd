import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError } from '../../errors/http-error.ts'
import { isPassing } from './service-http.ts'
import { TaskFailedError } from './task-failed.ts'

const lookErrorsMax = 300
const lookDelayMsMax = 30_000
const retryAfterSecondsMax = 300
/**
 * Number of consecutive polls that may not find the task, because a new task may not be visible
 * immediately.
 */
const unknownLooksMax = 3

export type PollBudget = {
  readonly errorsInARow: number
  succeeded: () => void
  /**
   * Records a failed poll.
   * @returns the seconds that the service asks to wait, if any.
   * @throws {HttpError} `error`, or a more specific error, if another poll is pointless.
   */
  failed: (error: unknown) => number | undefined
}

export function createPatience(): PollBudget {
  let errors = 0
  let errorsInARow = 0
  let unknownInARow = 0
  return {
    get errorsInARow() {
      return errorsInARow
    },
    succeeded() {
      errorsInARow = 0
      unknownInARow = 0
    },
    failed(error) {
      errors++
      errorsInARow++
      const isUnknown = error instanceof HttpError && error.code === 'not_found'
      unknownInARow = isUnknown ? unknownInARow + 1 : 0
      if (error instanceof TaskFailedError || errors >= lookErrorsMax) throw error
      if (isUnknown && unknownInARow >= unknownLooksMax) throw lost(error)
      if (!isUnknown && !isPassing(error)) throw error
      return error instanceof HttpError ? error.retryAfterSeconds : undefined
    },
  }
}

/**
 * Polls a task until it ends. Errors make the pause longer, and `Retry-After` is respected.
 * @param look returns the outcome, or `undefined` while the task runs.
 * @param pollMs time between two polls.
 * @throws {TaskFailedError} if the task failed.
 * @throws {HttpError} if the task's state cannot be read.
 */
export async function pollTask<End>(
  look: () => Promise<End | undefined>,
  { pollMs, signal }: { pollMs: number; signal: AbortSignal },
): Promise<End> {
  const patience = createPatience()
  for (;;) {
    let retryAfterSeconds: number | undefined
    try {
      const end = await look()
      patience.succeeded()
      if (end !== undefined) return end
    } catch (error) {
      signal.throwIfAborted()
      retryAfterSeconds = patience.failed(error)
    }
    await sleep(pauseMs(pollMs, patience.errorsInARow, { retryAfterSeconds }), undefined, {
      signal,
    })
  }
}

const lost = ({ message, upstreamRequestId }: HttpError): HttpError =>
  new TaskFailedError('provider_failed', message, {
    ...(upstreamRequestId !== undefined && { upstreamRequestId }),
  })

/**
 * Returns the pause before the next poll. The pause grows with consecutive errors, respects
 * `Retry-After`, and has random jitter.
 */
export function pauseMs(
  pollIntervalMs: number,
  errorsInARow: number,
  {
    retryAfterSeconds = 0,
    random = Math.random,
  }: { retryAfterSeconds?: number | undefined; random?: () => number } = {},
): number {
  const backOff = Math.min(lookDelayMsMax, pollIntervalMs * 1.6 ** errorsInARow)
  const asked = Math.min(retryAfterSeconds, retryAfterSecondsMax) * 1000
  const jitter = 0.9 + 0.2 * random()
  return asked > backOff * jitter ? asked * (1 + 0.1 * random()) : backOff * jitter
}
