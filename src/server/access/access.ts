import { createHash, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { AccessState } from '#contract/access.ts'
import type { Audit } from '../audit/audit.ts'
import { EnvError } from '../env.ts'
import { HttpError } from '../errors/http-error.ts'
import { createGate } from '../process/gate.ts'
import { passwords } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { callerOf, isLoopbackHost, type Caller } from './caller.ts'
import { createDeviceCookies, type DeviceCookies } from './device-cookie.ts'
import { digestOf } from './digest.ts'
import { createFactorSettings, type FactorSettings } from './second-factor/factor-settings.ts'
import { createGuessLimit, guessLifetimeMs, type Guesser, type GuessLimit } from './guess-limit.ts'
import { openGuessRecords } from './guess-record.ts'
import { isWeakPassword, weakPasswordSentence } from './password-strength.ts'
import { defaultPasswordCost, hashPassword, isPassword, type PasswordCost } from './password.ts'
import { openSecondFactor } from './second-factor/second-factor.ts'
import {
  createSessions,
  linkLimits,
  passwordLimits,
  type SessionRow,
  type Sessions,
} from './sessions.ts'
import { createWayIn, type Verified, type VerifyHow, type WayIn } from './way-in.ts'

/** What the owner has set about who may come in. */
export type AccessSettings = {
  /** Name or address on which the server listens. */
  listensOn: string
  password?: string | undefined
  /** In the link that opens this server while it has no password. */
  linkToken: string
  /** Names under which it answers, besides those of this machine. */
  names: readonly string[]
  /** IP addresses of proxies whose word counts. */
  proxies: readonly string[]
  /** Signs addresses and what browsers keep. */
  secret: string
}

type AccessOptions = AccessSettings & {
  audit: Audit
  /** For tests: the usual cost takes a quarter of a second. */
  passwordCost?: PasswordCost
  /** Milliseconds, for tests. */
  clock?: () => number
}

/** Who may come in. */
export type Access = {
  sessions: Sessions
  /** Begins the names of the cookies; with HTTPS `__Host-` stands before them. */
  cookieName: string
  devices: DeviceCookies
  /** Shared by everything that somebody could guess. */
  guesses: GuessLimit
  callerOf: (c: Context) => Caller
  /** Whether a request may name this server so: without a port. */
  isOwnName: (name: string) => boolean
  signInWith: () => AccessState['signInWith']
  passwordFrom: () => AccessState['passwordFrom']
  wayIn: WayIn
  secondFactor: FactorSettings
  /**
   * Sets the owner's password and signs all other browsers out.
   *
   * @throws {HttpError} `forbidden` for a wrong present one, `bad_request` for a weak new one,
   *   `rate_limited`, or `conflict` where it is not set here or was changed at the same time.
   */
  changePassword: (change: {
    current: string | undefined
    next: string
    guesser: Guesser
    own: SessionRow | undefined
  }) => Promise<void>
  /**
   * From then on the link lets in again.
   *
   * @throws {HttpError} as `changePassword`; `conflict` while the second factor is on.
   */
  removePassword: (change: {
    current: string
    guesser: Guesser
    own: SessionRow | undefined
  }) => Promise<void>
  /** Writes down the guesses that still wait for it. */
  close: () => Promise<void>
}

type PasswordRow = typeof passwords.$inferSelect
const passwordId = 'owner'

/**
 * Reads the password, and makes the one from the environment the one that counts: a new one ends all
 * sessions of the old.
 *
 * @throws {EnvError} when others than this machine could come in without a password.
 */
export async function openAccess(store: Store, options: AccessOptions): Promise<Access> {
  const { names, proxies, listensOn, linkToken, audit, clock = Date.now } = options
  const cost = options.passwordCost ?? defaultPasswordCost
  const records = await openGuessRecords(store, { clock, lifetimeMs: guessLifetimeMs })
  const guesses = createGuessLimit({ clock, record: records.of('sign-in') })
  // Each takes 32 MiB and a thread; more at once would make everything else wait.
  const gate = createGate(2, 20)
  const isOpenToOthers = !isLoopbackHost(listensOn) || names.length > 0 || proxies.length > 0

  const [stored] = await store.db.select().from(passwords).where(eq(passwords.id, passwordId))
  let current: PasswordRow | undefined = stored
  const factor = await openSecondFactor(store, {
    secret: options.secret,
    audit,
    clock,
    record: records.of('code'),
  })
  /** Names what counts: password and second factor, or the link. What was opened with another is closed. */
  const generationWith = (row: PasswordRow | undefined, enrolment: string | undefined) => {
    const code = enrolment === undefined ? '' : `\nsecond factor\n${enrolment}`
    return digestOf(row ? `password\n${row.hash}${code}` : `link\n${linkToken}`)
  }
  const generationOf = (row: PasswordRow | undefined) => generationWith(row, factor.enrolment())
  const generation = () => generationOf(current)
  const sessions = createSessions(store, {
    generation,
    limits: () => (current ? passwordLimits : linkLimits),
    clock,
  })

  /**
   * Replaces the password, if it is still the one that was verified, and ends all sessions but `own`.
   *
   * @param next none removes it.
   */
  async function replace(
    next: Pick<PasswordRow, 'hash' | 'source'> | undefined,
    { verified, own }: { verified: PasswordRow | undefined; own?: SessionRow | undefined },
  ): Promise<void> {
    const row = next && { id: passwordId, ...next, changedAt: new Date(clock()) }
    await store.transaction(async ({ db }) => {
      const isStill = and(eq(passwords.id, passwordId), eq(passwords.hash, verified?.hash ?? ''))
      const changed = !row
        ? await db.delete(passwords).where(isStill).returning()
        : verified
          ? await db.update(passwords).set(row).where(isStill).returning()
          : await db.insert(passwords).values(row).onConflictDoNothing().returning()
      if (changed.length === 0) {
        throw new HttpError('conflict', 'The password was changed at the same time. Try again.')
      }
      await sessions.moveTo(generationOf(row), { keepId: own?.id, within: db })
    })
    current = row
    audit.note({
      kind: row ? 'password_set' : 'password_removed',
      subject: (row ?? verified)?.source ?? '',
    })
  }

  if (options.password !== undefined) {
    const isSame = current !== undefined && (await isPassword(options.password, current.hash))
    if (!isSame) {
      if (isWeakPassword(options.password)) {
        throw new EnvError(`BOZZETTO_PASSWORD cannot be used. ${weakPasswordSentence}`)
      }
      const hash = await hashPassword(options.password, cost)
      await replace({ hash, source: 'environment' }, { verified: current })
    } else if (current && current.source !== 'environment') {
      current = { ...current, source: 'environment' }
      await store.db.update(passwords).set(current).where(eq(passwords.id, passwordId))
    }
  } else if (current?.source === 'environment') await replace(undefined, { verified: current })
  if (!current && isOpenToOthers) throw new EnvError(passwordMissing(options))

  function begin(guesser: Guesser): () => void {
    try {
      return guesses.begin(guesser)
    } catch (error) {
      audit.note({ kind: 'limit_hit', subject: 'signing in', address: guesser.address })
      throw error
    }
  }

  /** @throws {HttpError} `refusal` unless `password` is the one that counts, also after the check. */
  async function verifyPassword(
    password: string,
    { guesser, refusal }: VerifyHow,
  ): Promise<Verified & { row: PasswordRow }> {
    const row = current
    if (!row) throw new HttpError('conflict', 'This server has no password.')
    const takeBack = begin(guesser)
    const isRight = await gate(() => isPassword(password, row.hash))
    if (!isRight || row !== current) {
      audit.note({ kind: 'sign_in_failed', subject: 'password', address: guesser.address })
      throw new HttpError(refusal, 'Wrong password.')
    }
    return { row, generation: generationOf(row), takeBack }
  }

  /** 256 bits cannot be guessed, so the right token passes however many wrong ones came before. */
  function verifyToken(token: string, { guesser, refusal }: VerifyHow): Verified {
    if (current) throw new HttpError(refusal, 'This server has a password. Sign in to continue.')
    const digests = [token, linkToken].map((one) => createHash('sha256').update(one).digest())
    const [given, wanted] = digests as [Buffer, Buffer]
    if (timingSafeEqual(given, wanted)) {
      return { generation: generationOf(undefined), takeBack: () => {} }
    }
    begin(guesser)
    audit.note({ kind: 'sign_in_failed', subject: 'link', address: guesser.address })
    throw new HttpError(refusal, 'This link is not valid any more.')
  }

  function refuseElsewhere(): void {
    if (current?.source === 'environment') {
      throw new HttpError(
        'conflict',
        'The password comes from BOZZETTO_PASSWORD. Change it there, then restart the server.',
      )
    }
  }

  /** Shown for one change, of which it is all that is asked for. */
  async function verifyPresent(password: string, guesser: Guesser): Promise<PasswordRow> {
    const { row, takeBack } = await verifyPassword(password, { guesser, refusal: 'forbidden' })
    takeBack()
    return row
  }

  return {
    sessions,
    wayIn: createWayIn({
      verify: async (credential, how) =>
        'token' in credential
          ? verifyToken(credential.token, how)
          : verifyPassword(credential.password, how),
      generation,
      sessions,
      factor,
      audit,
      clock,
    }),
    secondFactor: createFactorSettings({
      factor,
      hasPassword: () => current !== undefined,
      verifyPassword,
      moveSessions: (within, { enrolment, keepId }) =>
        sessions.moveTo(generationWith(current, enrolment), { keepId, within }),
      audit,
      clock,
    }),
    cookieName: `bozzetto-${createHash('sha256').update(`cookie\n${options.secret}`).digest('hex').slice(0, 8)}`,
    devices: createDeviceCookies(options.secret, clock),
    guesses,
    callerOf: (c) => callerOf(c, proxies),
    isOwnName: (name) => names.includes(name) || isLoopbackHost(name) || name === listensOn,
    signInWith: () => (current ? 'password' : 'link'),
    passwordFrom: () => current?.source,

    async changePassword({ current: given, next, guesser, own }) {
      refuseElsewhere()
      const verified = current && (await verifyPresent(given ?? '', guesser))
      if (isWeakPassword(next)) throw new HttpError('bad_request', weakPasswordSentence)
      const hash = await gate(() => hashPassword(next, cost))
      await replace({ hash, source: 'owner' }, { verified, own })
    },

    async removePassword({ current: given, guesser, own }) {
      refuseElsewhere()
      if (isOpenToOthers) {
        throw new HttpError(
          'conflict',
          'Other machines can reach this server, so its password cannot be removed.',
        )
      }
      if (factor.enrolment() !== undefined) {
        throw new HttpError('conflict', 'Turn off two-factor authentication first.')
      }
      const verified = await verifyPresent(given, guesser)
      await replace(undefined, { verified, own })
    },

    close: records.flush,
  }
}

function passwordMissing({ listensOn, names }: AccessSettings): string {
  const why = !isLoopbackHost(listensOn)
    ? `HOST is ${listensOn}, so others can reach this server`
    : names.length > 0
      ? `BOZZETTO_HOSTS names ${names.join(', ')}, so others can reach this server`
      : 'BOZZETTO_PROXIES is set, so others can reach this server'
  return `${why}, and it has no password. Set BOZZETTO_PASSWORD, or start it once with only HOST=127.0.0.1 and set a password in Settings.`
}
