import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError } from '../../errors/http-error.ts'
import { isPassing } from './service-http.ts'
import { TaskFailedError } from './task-failed.ts'

/** Looks that may fail in one task before it is given up. */
const lookErrorsMax = 300
const lookDelayMsMax = 30_000
const retryAfterSecondsMax = 300
/** A task that was just made may not be known everywhere yet. */
const unknownLooksMax = 3

/** How many bad looks at one task are borne. */
export type Patience = {
  /** Bad looks since the last good one. */
  readonly errorsInARow: number
  succeeded: () => void
  /**
   * @returns how many seconds the service asks to wait, where it does.
   * @throws {HttpError} `error`, or what it means by now, when looking again would be in vain.
   */
  failed: (error: unknown) => number | undefined
}

export function createPatience(): Patience {
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
 * Looks at a task until it is done, less often while looking fails, and not before `Retry-After` says so.
 *
 * @param look gives the end, or `undefined` while there is none.
 * @param pollMs between two looks.
 * @throws {HttpError} `TaskFailedError` when it failed there, else why it cannot be followed any more.
 */
export async function followTask<End>(
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

/** For a task of ours that its service has lost, "not found" would say too little. */
const lost = ({ message, upstreamRequestId }: HttpError): HttpError =>
  new TaskFailedError('provider_failed', message, {
    ...(upstreamRequestId !== undefined && { upstreamRequestId }),
  })

/** Longer with each error in a row, never shorter than asked for, and never the same for all clients. */
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
