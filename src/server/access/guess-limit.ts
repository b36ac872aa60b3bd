import { isIPv6 } from 'node:net'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { isLoopbackAddress } from './caller.ts'
import type { GuessRecord, RecordedGuess } from './guess-record.ts'

const minuteMs = 60_000
/** Of networks and browsers that are remembered at a time. */
const listsMax = 1000

/** How many wrong guesses there may be within `windowMs`. */
type GuessBounds = {
  windowMs: number
  perNetwork: number
  /** Of all strangers together at one account, or at what belongs to none: whoever has many addresses guesses no faster. */
  inAll: number
  perDevice: number
}

/** Five are enough for a person who tries to remember. */
const usualBounds: GuessBounds = { windowMs: minuteMs, perNetwork: 5, inAll: 30, perDevice: 10 }

/** The longest `windowMs` of all: what is older counts nowhere. */
export const guessLifetimeMs = 60 * minuteMs

/**
 * Of all strangers together at all accounts. It bounds what is remembered; far fewer, and anybody could keep all people
 * of a server from signing in with new browsers.
 */
const atAllAccounts = 1_000

/** Of a million codes three count at any moment, so far fewer guesses than at a password. */
export const codeBounds: GuessBounds = {
  windowMs: guessLifetimeMs,
  perNetwork: 10,
  inAll: 10,
  perDevice: 10,
}

/** Who is guessing. */
export type Guesser = {
  address: string
  /** Of a browser that has signed in before. */
  device?: string | undefined
  /** A digest of the email address whose password is guessed at; absent for all that is no account's. */
  account?: string | undefined
  /** API keys: a program with a wrong one must not keep the browsers of its network from signing in. */
  isProgram?: boolean
  /** Answers of an identity provider: wrong passwords of the same network do not refuse them. */
  isProvider?: boolean
}

/**
 * Bounds how often a secret may be guessed: the password, the link's token and API keys alike, 30 wrong
 * ones a minute from all strangers together and five from one network; with accounts 30 at each password. A browser that has signed in
 * before has ten of its own, so nobody can lock the owner out by guessing. Codes of the second factor
 * have a limit of their own. A restart forgives no guess.
 */
export type GuessLimit = {
  /**
   * Counts a guess before it is looked at.
   *
   * @returns takes it back; for one that was right.
   * @throws {HttpError} `rate_limited`.
   */
  begin: (guesser: Guesser) => () => void
}

type GuessLimitOptions = {
  /** Milliseconds. */
  clock: () => number
  bounds?: GuessBounds
  /** Where guesses are kept over a restart. */
  record: GuessRecord
}

export function createGuessLimit({
  clock,
  bounds = usualBounds,
  record,
}: GuessLimitOptions): GuessLimit {
  const { windowMs, perNetwork, inAll, perDevice } = bounds
  let all: Guess[] = []
  /** By network or device, oldest use first. */
  const lists = new Map<string, Guess[]>()

  for (const guess of recent(record.earlier)) {
    if (!guess.isKnown) all.push(guess)
    remember(guess.guesser, [...(lists.get(guess.guesser) ?? []), guess])
  }

  function recent<T extends Guess>(guesses: readonly T[]): T[] {
    const now = clock()
    // A clock that was set back must not keep anybody out for long.
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
    begin({ address, device, account, isProgram = false, isProvider = false }) {
      const isKnown = device !== undefined
      const name = isKnown
        ? `device ${device}`
        : `${isProgram ? 'programs' : isProvider ? 'providers' : 'browsers'} ${networkOf(address)}`
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

/** This machine has all of 127.0.0.0/8, and one household a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  if (isLoopbackAddress(address)) return 'loopback'
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups.slice(0, 4).join(':')
}
