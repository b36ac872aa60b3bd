import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { passwordResets } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { hashSecret } from '../digest.ts'
import { createGuessLimit, type Guesser } from '../guess-limit.ts'
import type { GuessRecords } from '../guess-record.ts'
import { isFirst, type PeopleStore, type UserRow } from '../people/people.ts'
import type { BrowserSessions } from '../sessions.ts'
import type { Hashing } from './hashing.ts'
import type { OwnerPassword } from './owner-password.ts'
import { isWeakPassword, weakPasswordSentence } from './password-strength.ts'

const tokenBytes = 32
const hourMs = 60 * 60_000
/**
 * Maximum number of requests per hour. `inAll` limits an account, for browsers in which nobody has
 * signed in before.
 */
const bounds = { windowMs: hourMs, perNetwork: 10, inAll: 3, perDevice: 10 }

/** Links that set a new password once, within an hour. */
export type PasswordResets = {
  /**
   * Counts a request for a link, and finds the account with the email address.
   * @returns `undefined` for an unknown address, or an account that is turned off.
   * @throws {HttpError} `rate_limited`, also for unknown addresses.
   */
  findAccount: (email: string, guesser: Guesser) => UserRow | undefined
  /**
   * Creates a link, which ends the account's previous link.
   * @returns the token of the link, or `undefined` if this server cannot set the password.
   */
  create: (person: UserRow) => Promise<string | undefined>
  /**
   * Returns the account of a link.
   * @throws {HttpError} `not_found` for a used or expired link.
   */
  find: (token: string) => Promise<UserRow>
  /**
   * Sets the password and ends all sessions. The person has to sign in again, with the second
   * factor if there is one.
   * @throws {HttpError} the errors of `find`, or `bad_request` for a weak password.
   */
  use: (token: string, password: string) => Promise<UserRow>
}

type PasswordResetOptions = {
  people: PeopleStore
  password: OwnerPassword
  sessions: Pick<BrowserSessions, 'endAll'>
  hashing: Hashing
  records: Pick<GuessRecords, 'of'>
  audit: Audit
  clock: () => number
  changed: () => void
}

export function createPasswordResets(
  store: Store,
  { people, password, sessions, hashing, records, audit, clock, changed }: PasswordResetOptions,
): PasswordResets {
  const { db } = store
  const requests = createGuessLimit({ clock, bounds, record: records.of('reset') })
  const isOpen = (token: string) =>
    and(
      eq(passwordResets.digest, hashSecret(token)),
      gt(passwordResets.expiresAt, new Date(clock())),
    )

  const isSettable = ({ id, passwordHash }: UserRow): boolean =>
    isFirst(id) ? password.current()?.source === 'owner' : passwordHash !== null

  /** @throws {HttpError} `not_found` unless the password of the account can be set. */
  function getAccount(userId: string | undefined): UserRow {
    const person = userId === undefined ? undefined : people.find(userId)
    if (person && !person.isOff && isSettable(person)) return person
    throw new HttpError('not_found', 'This link was used or has expired. Ask for a new one.')
  }

  async function find(token: string): Promise<UserRow> {
    const [row] = await db.select().from(passwordResets).where(isOpen(token))
    return getAccount(row?.userId)
  }

  async function setPassword({ id }: UserRow, hash: string): Promise<void> {
    if (isFirst(id)) {
      await password.replace({ hash, source: 'owner' }, { verified: password.current() })
      return
    }
    await people.change(id, { passwordHash: hash })
    await sessions.endAll(id)
  }

  return {
    findAccount(email, guesser) {
      requests.begin({ ...guesser, account: hashSecret(email) })
      const person = people.findByEmail(email)
      return person?.isOff ? undefined : person
    },

    async create(person) {
      if (!isSettable(person)) return undefined
      const token = randomBytes(tokenBytes).toString('base64url')
      const now = clock()
      const set = {
        digest: hashSecret(token),
        createdAt: new Date(now),
        expiresAt: new Date(now + hourMs),
      }
      await db.delete(passwordResets).where(lt(passwordResets.expiresAt, new Date(now)))
      await db
        .insert(passwordResets)
        .values({ userId: person.id, ...set })
        .onConflictDoUpdate({ target: passwordResets.userId, set })
      return token
    },

    find,

    async use(token, given) {
      await find(token)
      if (await isWeakPassword(given)) throw new HttpError('bad_request', weakPasswordSentence)
      const hash = await hashing.hash(given)
      // The second of two concurrent requests deletes no row and is refused.
      const [used] = await db.delete(passwordResets).where(isOpen(token)).returning()
      const person = getAccount(used?.userId)
      await setPassword(person, hash)
      changed()
      audit.note({ kind: 'password_set', subject: `${person.email}: by a link in a mail` })
      return person
    },
  }
}
