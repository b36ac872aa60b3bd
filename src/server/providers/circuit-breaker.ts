import { HttpError } from '../errors/http-error.ts'

export type CircuitBreaker = {
  /**
   * Asks whether a request may go out now. Whoever is let through tells how it went with the answer.
   *
   * @throws {HttpError} `provider_unreachable`, saying when the next try will be.
   */
  enter: () => { succeeded: () => void; failed: (error: unknown) => void }
}

/** Failures in a row after which a provider is left alone. */
const failuresMax = 5
const firstPauseMs = 5_000
const longestPauseMs = 60_000

/**
 * Spares people the wait for a provider that has failed several times in a row: for a while each
 * request is refused at once, then one may try, and what becomes of that one decides for all.
 *
 * Only a provider that cannot be reached or falls silent counts as failing. One that refuses or fails a
 * single request is there.
 *
 * @param title begins a sentence.
 * @param clock milliseconds that never go back, whatever happens to the wall clock.
 */
export function createCircuitBreaker(
  title: string,
  clock: () => number = () => performance.now(),
): CircuitBreaker {
  let failures = 0
  let pauseMs = firstPauseMs
  let openUntil = -Infinity
  let isTrying = false

  return {
    enter() {
      const isOpen = failures >= failuresMax
      const leftMs = openUntil - clock()
      if (isOpen && (leftMs > 0 || isTrying)) {
        const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000))
        throw new HttpError(
          'provider_unreachable',
          `${title} has failed to answer ${failures} times in a row and is paused. It will be tried again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        )
      }
      const isProbe = isOpen
      if (isProbe) isTrying = true
      let isOver = false
      const end = (isAbsent: boolean | undefined) => {
        if (isOver) return
        isOver = true
        if (isProbe) isTrying = false
        if (isAbsent === undefined) return
        if (!isAbsent) {
          failures = 0
          pauseMs = firstPauseMs
          return
        }
        failures++
        if (failures < failuresMax) return
        // Requests that were on their way when it opened make the pause no longer.
        if (isProbe) pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        openUntil = clock() + pauseMs
      }
      return { succeeded: () => end(false), failed: (error) => end(isAbsence(error)) }
    },
  }
}

/** Of somebody who did not wait for the answer nothing is known. */
const isAbsence = (error: unknown): boolean | undefined =>
  error instanceof HttpError
    ? error.code === 'provider_unreachable' || error.code === 'timed_out'
    : undefined
