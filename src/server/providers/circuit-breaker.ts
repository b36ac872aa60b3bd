import { HttpError } from '../errors/http-error.ts'

export type CircuitBreaker = {
  /**
   * Permits a request. The caller must report the result with `succeeded` or `failed`.
   * @throws {HttpError} `provider_unreachable` with the time of the next attempt.
   */
  enter: () => { succeeded: () => void; failed: (error: unknown) => void }
}

const failuresMax = 5
const firstPauseMs = 5_000
const longestPauseMs = 60_000

/**
 * Creates a circuit breaker for a provider. After several consecutive failures, it refuses requests
 * for a while. Then one request is allowed, and its result closes or reopens the circuit. Only
 * unreachable or silent providers count as failing.
 * @param title name of the provider, at the beginning of a sentence.
 * @param clock monotonic time in milliseconds.
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
        // Only the single allowed request lengthens the pause, because other requests may have
        // started before the pause.
        if (isProbe) pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        openUntil = clock() + pauseMs
      }
      return { succeeded: () => end(false), failed: (error) => end(isAbsence(error)) }
    },
  }
}

/**
 * Returns true if the provider was unreachable or silent, and `undefined` if the request was
 * aborted.
 */
const isAbsence = (error: unknown): boolean | undefined =>
  error instanceof HttpError
    ? error.code === 'provider_unreachable' || error.code === 'timed_out'
    : undefined
