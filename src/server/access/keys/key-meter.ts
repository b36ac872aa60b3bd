import type { KeyLimits } from '#contract/access/keys.ts'
import { HttpError } from '../../errors/http-error.ts'

const minuteMs = 60_000

/**
 * Reading is free of the limit on requests up to ten times as many: a client that follows four tasks
 * at the usual 3 s asks 80 times a minute, and would lose them all to one 429.
 */
const readsPerRequest = 10

/** Requests of the last minute. */
export type CountedRequest = {
  limit: number
  remaining: number
  /** Until the oldest request no longer counts. */
  resetSeconds: number
}

export type KeyMeter = {
  /** @throws {HttpError} `rate_limited` when the last minute is full. */
  countRequest: (kind: 'read' | 'work', limits: KeyLimits) => CountedRequest
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

/** Those that are over are dropped many at a time: to take one from the front moves all others. */
const droppedAtOnce = 256

/** Moments of the last minute, oldest first. */
function createLastMinute() {
  let times: number[] = []
  let first = 0
  return {
    add: (now: number) => void times.push(now),
    /** How many there are, and the oldest of them. */
    at(now: number): { count: number; oldest: number | undefined } {
      while ((times[first] ?? Infinity) <= now - minuteMs) first++
      if (first >= droppedAtOnce) {
        times = times.slice(first)
        first = 0
      }
      return { count: times.length - first, oldest: times[first] }
    },
  }
}

/**
 * Counts what one key does, in memory: a restart forgives a minute.
 *
 * @param clock milliseconds, for tests.
 */
export function createKeyMeter(clock: () => number): KeyMeter {
  /** When requests came; never many more than the limit. */
  const requests = { read: createLastMinute(), work: createLastMinute() }
  let openStreams = 0
  let elsewhere = noUses

  return {
    uses: () => {
      const now = clock()
      const [work, read] = [requests.work.at(now).count, requests.read.at(now).count]
      return { work, read, streams: openStreams }
    },
    countElsewhere: (uses = noUses) => {
      elsewhere = uses
    },
    countRequest(kind, { requestsPerMinute }) {
      const now = clock()
      const max = kind === 'read' ? requestsPerMinute * readsPerRequest : requestsPerMinute
      const { count, oldest = now } = requests[kind].at(now)
      const inAll = count + elsewhere[kind]
      if (inAll >= max && inAll > 0) {
        const retryAfterSeconds = Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000))
        throw new HttpError(
          'rate_limited',
          `This key is limited to ${max} ${kind === 'read' ? 'read ' : ''}requests a minute. Try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        )
      }
      requests[kind].add(now)
      const resetSeconds = Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000))
      return { limit: max, remaining: Math.max(0, max - inAll - 1), resetSeconds }
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
