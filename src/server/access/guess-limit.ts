import { isIPv6 } from 'node:net'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { isLoopbackAddress } from './caller.ts'
import type { GuessRecord, RecordedGuess } from './guess-record.ts'

const minuteMs = 60_000
/** Maximum number of networks and browsers whose guesses are kept in memory. */
const listsMax = 1000

type GuessBounds = {
  windowMs: number
  perNetwork: number
  /**
   * Maximum number of wrong guesses per account from all browsers that have not signed in before.
   */
  inAll: number
  perDevice: number
}

const usualBounds: GuessBounds = { windowMs: minuteMs, perNetwork: 5, inAll: 30, perDevice: 10 }

/** The longest `windowMs` of all limits. Older guesses are ignored. */
export const guessLifetimeMs = 60 * minuteMs

/**
 * Maximum number of wrong guesses at all accounts together, from browsers that have not signed in
 * before. It bounds memory.
 */
const atAllAccounts = 1_000

/**
 * Second-factor codes allow fewer guesses than passwords, because three of a million codes are
 * valid at a time.
 */
export const codeBounds: GuessBounds = {
  windowMs: guessLifetimeMs,
  perNetwork: 10,
  inAll: 10,
  perDevice: 10,
}

export type Guesser = {
  address: string
  device?: string | undefined
  account?: string | undefined
  /**
   * True for guesses of API keys. A program with a wrong key must not block the browsers of its
   * network.
   */
  isProgram?: boolean
}

/**
 * Limits wrong guesses of passwords, link tokens and API keys per minute: 30 per account and five
 * per network. Browsers that have signed in before have ten separate guesses, so that strangers
 * cannot lock out the owner.
 */
export type GuessLimit = {
  /**
   * Counts a guess as wrong before the guess is checked.
   * @returns a function that removes the guess from the count. Call the function if the guess was
   * right.
   * @throws {HttpError} `rate_limited`.
   */
  begin: (guesser: Guesser) => () => void
}

type GuessLimitOptions = {
  clock: () => number
  bounds?: GuessBounds
  record: GuessRecord
}

export function createGuessLimit({
  clock,
  bounds = usualBounds,
  record,
}: GuessLimitOptions): GuessLimit {
  const { windowMs, perNetwork, inAll, perDevice } = bounds
  let all: Guess[] = []
  const lists = new Map<string, Guess[]>()

  for (const guess of recent(record.earlier)) {
    if (!guess.isKnown) all.push(guess)
    remember(guess.guesser, [...(lists.get(guess.guesser) ?? []), guess])
  }

  function recent<T extends Guess>(guesses: readonly T[]): T[] {
    const now = clock()
    // `Math.abs`, so that a clock that was set back does not extend a block.
    return guesses.filter(({ at }) => Math.abs(now - at) < windowMs)
  }

  function remember(name: string, guesses: Guess[]): void {
    lists.delete(name)
    if (guesses.length > 0) lists.set(name, guesses)
    const [oldest] = lists.keys()
    if (lists.size > listsMax && oldest !== undefined) lists.delete(oldest)
  }

  function tooMany([oldest]: readonly Guess[], now: number): HttpError {
    const waitMs = (oldest?.at ?? now) + windowMs - now
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    const wait =
      waitMs > 2 * minuteMs ? `${Math.ceil(waitMs / minuteMs)} min` : `${retryAfterSeconds} s`
    return new HttpError('rate_limited', `Too many failed attempts. Try again in ${wait}.`, {
      retryAfterSeconds,
    })
  }

  return {
    begin({ address, device, account, isProgram = false }) {
      const isKnown = device !== undefined
      const name = isKnown
        ? `device ${device}`
        : `${isProgram ? 'programs' : 'browsers'} ${toNetwork(address)}`
      const guess: RecordedGuess = { id: newId(), guesser: name, isKnown, account, at: clock() }
      all = recent(all)
      const own = recent(lists.get(name) ?? [])
      const elsewhere = recent(record.elsewhere())
      const same = [...own, ...elsewhere.filter(({ guesser }) => guesser === name)]
      const strangers = [...all, ...elsewhere.filter((one) => !one.isKnown)]
      if (same.length >= (isKnown ? perDevice : perNetwork)) throw tooMany(same, guess.at)
      const atThis = strangers.filter((one) => one.account === account)
      if (!isKnown && atThis.length >= inAll) throw tooMany(atThis, guess.at)
      if (!isKnown && strangers.length >= atAllAccounts) throw tooMany(strangers, guess.at)
      if (!isKnown) all.push(guess)
      remember(name, [...own, guess])
      record.add(guess)
      return () => {
        record.remove(guess)
        all = all.filter((one) => one !== guess)
        remember(
          name,
          (lists.get(name) ?? []).filter((one) => one !== guess),
        )
      }
    },
  }
}

type Guess = Pick<RecordedGuess, 'at' | 'account'>

/**
 * Returns the network of an address: all loopback addresses, an IPv6 /64 (one household), or the
 * address itself.
 */
export function toNetwork(address: string): string {
  if (isLoopbackAddress(address)) return 'loopback'
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups.slice(0, 4).join(':')
}
