import type { KeyLimits } from '#contract/access/keys.ts'
import { HttpError } from '../../errors/http-error.ts'

const minuteMs = 60_000

/**
 * Reading is free of the limit on requests up to ten times as many: a client that follows four tasks
 * at the usual 3 s asks 80 times a minute, and would lose them all to one 429.
 */
const readsPerRequest = 10

export type KeyMeter = {
  /** @throws {HttpError} `rate_limited` when the last minute is full. */
  countRequest: (kind: 'read' | 'work', limits: KeyLimits) => void
  /**
   * Takes one stream.
   *
   * @returns gives it back; calling it twice does no harm.
   * @throws {HttpError} `rate_limited` when all are taken.
   */
  openStream: (limits: KeyLimits) => () => void
}

/**
 * Counts what one key does, in memory: a restart forgives a minute.
 *
 * @param clock milliseconds, for tests.
 */
export function createKeyMeter(clock: () => number): KeyMeter {
  /** When each request of the last minute came, oldest first; never longer than the limit. */
  const requestsAt: Record<'read' | 'work', number[]> = { read: [], work: [] }
  let openStreams = 0

  return {
    countRequest(kind, { requestsPerMinute }) {
      const now = clock()
      const times = requestsAt[kind]
      const max = kind === 'read' ? requestsPerMinute * readsPerRequest : requestsPerMinute
      while (times[0] !== undefined && times[0] <= now - minuteMs) times.shift()
      const [oldest] = times
      if (oldest !== undefined && times.length >= max) {
        const retryAfterSeconds = Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000))
        throw new HttpError(
          'rate_limited',
          `This key is limited to ${max} ${kind === 'read' ? 'read ' : ''}requests a minute. Try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        )
      }
      times.push(now)
    },

    openStream({ streams }) {
      if (openStreams >= streams) {
        throw new HttpError(
          'rate_limited',
          `This key may run ${streams} answers at once. Wait for one to finish.`,
          { retryAfterSeconds: 2 },
        )
      }
      openStreams++
      let isOpen = true
      return () => {
        if (isOpen) openStreams--
        isOpen = false
      }
    },
  }
}
