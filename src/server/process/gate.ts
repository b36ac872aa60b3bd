import pLimit from 'p-limit'
import { HttpError } from '../errors/http-error.ts'

/** Runs what it is given, a few at a time, in the order in which it came. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param runningMax how many run at once.
 * @param waitingMax how many more may wait; the next is refused with `rate_limited`.
 */
export function createGate(runningMax: number, waitingMax: number): Gate {
  const limit = pLimit(runningMax)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= runningMax + waitingMax) {
      throw new HttpError(
        'rate_limited',
        'The server is busy with other files. Try again in a moment.',
        {
          retryAfterSeconds: 2,
        },
      )
    }
    return limit(work)
  }
}
