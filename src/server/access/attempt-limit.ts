import { isIPv6 } from 'node:net'
import { HttpError } from '../errors.ts'

const minuteMs = 60_000
/** A person who tries to remember needs no more. */
const triesPerAddress = 5
/** Of all addresses together: whoever has many of them guesses no faster. */
const triesInAll = 30
const addressesMax = 1000

export type AttemptLimit = {
  /** Counts one try. @throws {HttpError} `rate_limited` when there were too many in the last minute. */
  count: (address: string) => void
  /** The try was right: its address may go on, and later tries from others do not hold it up. */
  succeeded: (address: string) => void
}

/**
 * Bounds how often a password may be tried: five times a minute from one address, thirty times from
 * all. An address that has known the password before, and this machine, are not held up by others.
 *
 * @param isTrusted addresses that are not counted among all.
 * @param clock milliseconds, for tests.
 */
export function createAttemptLimit(
  isTrusted: (address: string) => boolean,
  clock: () => number = Date.now,
): AttemptLimit {
  /** Oldest use first. */
  const tries = new Map<string, number[]>()
  const known = new Set<string>()
  let all: number[] = []

  return {
    count(given) {
      const address = networkOf(given)
      const now = clock()
      const isRecent = (at: number) => at > now - minuteMs
      all = all.filter(isRecent)
      const own = (tries.get(address) ?? []).filter(isRecent)
      if (own.length >= triesPerAddress) throw tooMany(own, now)
      const isFree = known.has(address) || isTrusted(given)
      if (!isFree && all.length >= triesInAll) throw tooMany(all, now)
      if (!isFree) all.push(now)
      own.push(now)
      remember(tries, address, own)
    },
    succeeded(given) {
      const address = networkOf(given)
      tries.delete(address)
      known.delete(address)
      known.add(address)
      const [oldest] = known
      if (known.size > addressesMax && oldest !== undefined) known.delete(oldest)
    },
  }
}

function remember(tries: Map<string, number[]>, address: string, times: number[]): void {
  tries.delete(address)
  tries.set(address, times)
  const [oldest] = tries.keys()
  if (tries.size > addressesMax && oldest !== undefined) tries.delete(oldest)
}

function tooMany([oldest = 0]: readonly number[], now: number): HttpError {
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000))
  return new HttpError(
    'rate_limited',
    `The password was tried too often. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}

/** One household or machine has a whole /64 of IPv6 addresses to try from. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups.slice(0, 4).join(':')
}
