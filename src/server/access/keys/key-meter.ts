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
  /** What has been counted here: requests of the last minute, and open streams. */
  uses: () => KeyUses
  /** What other servers have counted by now. */
  countElsewhere: (uses?: KeyUses) => void
}

export type KeyUses = { work: number; read: number; streams: number }

const noUses: KeyUses = { work: 0, read: 0, streams: 0 }

function forgetOld(times: number[], now: number): void {
  while (times[0] !== undefined && times[0] <= now - minuteMs) times.shift()
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
  let elsewhere = noUses

  return {
    uses: () => {
      for (const times of Object.values(requestsAt)) forgetOld(times, clock())
      return { work: requestsAt.work.length, read: requestsAt.read.length, streams: openStreams }
    },
    countElsewhere: (uses = noUses) => {
      elsewhere = uses
    },
    countRequest(kind, { requestsPerMinute }) {
      const now = clock()
      const times = requestsAt[kind]
      const max = kind === 'read' ? requestsPerMinute * readsPerRequest : requestsPerMinute
      forgetOld(times, now)
      const [oldest = now] = times
      if (times.length + elsewhere[kind] >= max && times.length + elsewhere[kind] > 0) {
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
      if (openStreams + elsewhere.streams >= streams) {
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
