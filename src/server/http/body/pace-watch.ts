import { HttpError } from '../../errors/http-error.ts'

export type PaceLimits = {
  everyMs: number
  /**
   * Number of intervals over which the rate of an upload is averaged, because bad connections stall
   * for seconds.
   */
  looks: number
  /** Minimum number of bytes per second, averaged over the last `looks` intervals. */
  bytesPerSecond: number
  /** Minimum rate in the last interval alone, while other requests wait for memory. */
  busyBytesPerSecond: number
}

/**
 * The usual minimum is half the rate of the slowest mobile network in use. The minimum is higher
 * while other requests wait.
 */
const usualPace: PaceLimits = {
  everyMs: 3_000,
  looks: 5,
  bytesPerSecond: 4 * 1024,
  busyBytesPerSecond: 64 * 1024,
}

export type PaceWatch = { heard: (bytes: number) => void; end: () => void }

/**
 * Watches a request body and reports a body that arrives too slowly, because its memory is in use
 * until the body is complete.
 * @param isWanted returns whether others wait for that memory.
 * @param tooSlow called once with the error.
 */
export function watchPace(
  isWanted: () => boolean,
  tooSlow: (error: HttpError) => void,
  { everyMs, looks, bytesPerSecond, busyBytesPerSecond }: PaceLimits = usualPace,
): PaceWatch {
  let bytes = 0
  let lookedAt = performance.now()
  const before: number[] = []
  const timer = setInterval(() => {
    const now = performance.now()
    // A late check means that this process was blocked, so bytes that have arrived are not counted
    // yet.
    const isLate = now - lookedAt > everyMs * 1.5
    lookedAt = now
    if (isLate) return
    before.push(bytes)
    bytes = 0
    if (before.length > looks) before.shift()
    const seconds = everyMs / 1000
    const sum = before.reduce((total, one) => total + one, 0)
    const isSlow = before.length === looks && sum < bytesPerSecond * seconds * looks
    const isInTheWay = isWanted() && (before.at(-1) ?? 0) < busyBytesPerSecond * seconds
    if (!isSlow && !isInTheWay) return
    clearInterval(timer)
    tooSlow(
      isSlow
        ? new HttpError('timed_out', 'The upload was too slow. Send it again.')
        : new HttpError(
            'rate_limited',
            'The upload was too slow while others were waiting. Try again in a moment.',
            { retryAfterSeconds: 10 },
          ),
    )
  }, everyMs)
  timer.unref()
  return {
    heard: (count) => {
      bytes += count
    },
    end: () => clearInterval(timer),
  }
}
