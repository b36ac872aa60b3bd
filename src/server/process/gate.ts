import { HttpError } from '../errors/http-error.ts'

/** Runs what it is given, a few at a time, in the order in which it came. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param runningMax how many run at once.
 * @param waitingMax how many more may wait; the next is refused with `rate_limited`.
 */
export function createGate(runningMax: number, waitingMax: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) {
        throw new HttpError('rate_limited', 'Too many pictures at once. Try again in a moment.', {
          retryAfterSeconds: 2,
        })
      }
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
