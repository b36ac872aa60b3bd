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
  /**
   * Gives back half of what is left of the share, or all of it where the key is not in use.
   *
   * @returns what may still be counted here in all.
   */
  giveBack: () => KeyUses
  /** Whether one more of these needs a larger share of the key's limits than this server has. */
  isShort: (what: keyof KeyUses, limits: KeyLimits) => boolean
  /** Whether the key was used here within the last seconds. */
  isActive: () => boolean
  /** Sets how many this server may count, where several share the limits, and how many the others may. */
  setShare: (share: KeyShare) => void
}

export type KeyUses = { work: number; read: number; streams: number }
export type KeyShare = { own: KeyUses; others: KeyUses }

/** How long a server keeps a share of a key that is not used there. */
const activeMs = 5_000
/** How long a share that could not grow is not asked for again. */
const exhaustedMs = 1_000

/** The limits of a key in the units of `KeyUses`. */
export const toUses = ({ requestsPerMinute, streams }: KeyLimits): KeyUses => ({
  work: requestsPerMinute,
  read: requestsPerMinute * readsPerRequest,
  streams,
})

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
  let share: KeyShare | undefined
  let sharedAt = -Infinity
  let usedAt = -Infinity

  const countOf = (what: keyof KeyUses): number =>
    what === 'streams' ? openStreams : requests[what].at(clock()).count

  return {
    uses: () => ({ work: countOf('work'), read: countOf('read'), streams: openStreams }),
    isActive: () => clock() - usedAt < activeMs,
    giveBack: () => {
      const isUsed = clock() - usedAt < activeMs
      const keep = (what: keyof KeyUses): number => {
        const count = countOf(what)
        const left = Math.max(0, (share?.own[what] ?? 0) - count)
        return count + (isUsed ? Math.floor(left / 2) : 0)
      }
      const own = { work: keep('work'), read: keep('read'), streams: keep('streams') }
      share = { own, others: share?.others ?? { work: 0, read: 0, streams: 0 } }
      return own
    },
    isShort: (what, limits) => {
      usedAt = clock()
      const count = countOf(what)
      if (count < (share?.own[what] ?? 0)) return false
      const isExhausted =
        share !== undefined && share.own[what] + share.others[what] >= toUses(limits)[what]
      return !(isExhausted && clock() - sharedAt < exhaustedMs)
    },
    setShare: (next) => {
      share = next
      sharedAt = clock()
    },
    countRequest(kind, limits) {
      const now = clock()
      usedAt = now
      const max = toUses(limits)[kind]
      const { count, oldest = now } = requests[kind].at(now)
      const inAll = count + (share?.others[kind] ?? 0)
      if (count >= (share?.own[kind] ?? max) && inAll > 0) {
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
      if (openStreams >= (share?.own.streams ?? streams)) {
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
