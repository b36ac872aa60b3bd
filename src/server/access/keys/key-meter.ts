import type { KeyLimits } from '#contract/access/keys.ts'
import { HttpError } from '../../errors/http-error.ts'

const minuteMs = 60_000

/**
 * GET requests allowed per minute, as a multiple of the key's limit. A client that polls four tasks
 * every 3 s sends 80 requests a minute.
 */
const readsPerRequest = 10

export type CountedRequest = {
  limit: number
  remaining: number
  resetSeconds: number
}

export type KeyMeter = {
  countRequest: (kind: 'read' | 'work', limits: KeyLimits) => CountedRequest
  /**
   * Opens one of the concurrent streams that the key allows.
   * @returns a function that releases the stream.
   * @throws {HttpError} `rate_limited` if all streams of the key are open.
   */
  openStream: (limits: KeyLimits) => () => void
  uses: () => KeyUses
  /**
   * Returns half of this server's unused part of the limit to the other servers, or all of the part
   * if the key is not in use.
   * @returns the remaining part of this server.
   */
  giveBack: () => KeyUses
  isShort: (what: keyof KeyUses, limits: KeyLimits) => boolean
  isActive: () => boolean
  setAllowance: (allowance: KeyAllowance) => void
}

export type KeyUses = { work: number; read: number; streams: number }
export type KeyAllowance = { own: KeyUses; others: KeyUses }

/** Time in milliseconds for which a server keeps its part of an unused key's limits. */
const activeMs = 5_000
/** Wait in milliseconds after a failed request for a larger part of a key's limit. */
const exhaustedMs = 1_000

export const toUses = ({ requestsPerMinute, streams }: KeyLimits): KeyUses => ({
  work: requestsPerMinute,
  read: requestsPerMinute * readsPerRequest,
  streams,
})

/**
 * Number of expired entries that are removed together, because removing from the front of an array
 * shifts all others.
 */
const droppedAtOnce = 256

function createLastMinute() {
  let times: number[] = []
  let first = 0
  return {
    add: (now: number) => void times.push(now),
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
 * Creates the counters of one key. The counters are in memory, so a restart resets the requests of
 * the last minute.
 * @param clock current time in milliseconds. Only tests set it.
 */
export function createKeyMeter(clock: () => number): KeyMeter {
  const requests = { read: createLastMinute(), work: createLastMinute() }
  let openStreams = 0
  let allowance: KeyAllowance | undefined
  let allowanceAt = -Infinity
  let usedAt = -Infinity

  const countUses = (what: keyof KeyUses): number =>
    what === 'streams' ? openStreams : requests[what].at(clock()).count

  return {
    uses: () => ({ work: countUses('work'), read: countUses('read'), streams: openStreams }),
    isActive: () => clock() - usedAt < activeMs,
    giveBack: () => {
      const isUsed = clock() - usedAt < activeMs
      const keep = (what: keyof KeyUses): number => {
        const count = countUses(what)
        const left = Math.max(0, (allowance?.own[what] ?? 0) - count)
        return count + (isUsed ? Math.floor(left / 2) : 0)
      }
      const own = { work: keep('work'), read: keep('read'), streams: keep('streams') }
      allowance = { own, others: allowance?.others ?? { work: 0, read: 0, streams: 0 } }
      return own
    },
    isShort: (what, limits) => {
      usedAt = clock()
      const count = countUses(what)
      if (count < (allowance?.own[what] ?? 0)) return false
      const isExhausted =
        allowance !== undefined &&
        allowance.own[what] + allowance.others[what] >= toUses(limits)[what]
      return !(isExhausted && clock() - allowanceAt < exhaustedMs)
    },
    setAllowance: (next) => {
      allowance = next
      allowanceAt = clock()
    },
    countRequest(kind, limits) {
      const now = clock()
      usedAt = now
      const max = toUses(limits)[kind]
      const { count, oldest = now } = requests[kind].at(now)
      const inAll = count + (allowance?.others[kind] ?? 0)
      if (count >= (allowance?.own[kind] ?? max) && inAll > 0) {
        const retryAfterSeconds = Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000))
        throw new HttpError(
          'rate_limited',
          kind === 'read'
            ? `This key is limited to ${max} read requests a minute. Try again in ${retryAfterSeconds} s.`
            : `This key is limited to ${max} requests a minute. Try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        )
      }
      requests[kind].add(now)
      const resetSeconds = Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000))
      return { limit: max, remaining: Math.max(0, max - inAll - 1), resetSeconds }
    },

    openStream({ streams }) {
      if (openStreams >= (allowance?.own.streams ?? streams)) {
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
