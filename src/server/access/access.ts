import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { AccessState } from '#contract/access.ts'
import type { Audit } from '../audit/audit.ts'
import { EnvError } from '../env.ts'
import { HttpError } from '../errors.ts'
import { createGate } from '../files/gate.ts'
import { log } from '../seeing/log.ts'
import { metrics } from '../seeing/metrics-of-bozzetto.ts'
import { passwords } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { callerOf, isLoopbackAddress, isLoopbackHost, type Caller } from './caller.ts'
import { defaultPasswordCost, hashPassword, isPassword, type PasswordCost } from './password.ts'
import { createSessions, type SessionRow, type Sessions } from './sessions.ts'

/** What the owner has set about who may come in. */
export type AccessSettings = {
  /** Name or address on which the server listens. */
  listensOn: string
  password?: string | undefined
  /** Names under which it answers, besides those of this machine. */
  names: readonly string[]
  /** IP addresses of proxies whose word counts. */
  proxies: readonly string[]
  /** Signs addresses; here it only gives the cookie a name of this server's own. */
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
  /** Begins the name of the cookie; with HTTPS `__Host-` stands before it. */
  cookieName: string
  callerOf: (c: Context) => Caller
  /** Whether a request may name this server so: without a port. */
  isOwnName: (name: string) => boolean
  /** Without a password everybody who reaches this server is its owner. */
  isLoginNeeded: () => boolean
  passwordFrom: () => AccessState['passwordFrom']
  /**
   * @returns what the browser keeps.
   * @throws {HttpError} `unauthorized`, always after the same time, or `rate_limited`.
   */
  signIn: (password: string, caller: { address: string; userAgent: string }) => Promise<string>
  /**
   * Sets the owner's password and signs all other browsers out.
   *
   * @throws {HttpError} `forbidden` for a wrong present one, `rate_limited`, or `conflict` where it is
   *   not set here.
   */
  changePassword: (change: {
    current: string | undefined
    next: string
    address: string
    own: SessionRow | undefined
  }) => Promise<void>
  /** Lets everybody on this machine in again. @throws {HttpError} as `changePassword`. */
  removePassword: (change: { current: string; address: string }) => Promise<void>
}

const passwordId = 'owner'

/**
 * Reads the password, and makes the one from the environment the one that counts: a new one ends all
 * sessions of the old.
 *
 * @throws {EnvError} when others than this machine could come in without a password.
 */
export async function openAccess(store: Store, options: AccessOptions): Promise<Access> {
  const { names, proxies, listensOn, clock = Date.now } = options
  const cost = options.passwordCost ?? defaultPasswordCost
  const { db } = store
  const sessions = createSessions(store, clock)
  const tries = createAttemptLimit(
    (address) => isLoopbackAddress(address) && proxies.length === 0,
    clock,
  )
  // Each takes 32 MiB and a thread; more at once would make everything else wait.
  const gate = createGate(2, 20)
  const isOpenToOthers = !isLoopbackHost(listensOn) || names.length > 0 || proxies.length > 0

  const [stored] = await db.select().from(passwords).where(eq(passwords.id, passwordId))
  let current: typeof passwords.$inferSelect | undefined = stored

  async function setPassword(password: string, source: 'environment' | 'owner'): Promise<void> {
    const values = {
      hash: await hashPassword(password, cost),
      source,
      changedAt: new Date(clock()),
    }
    const [row] = await db
      .insert(passwords)
      .values({ id: passwordId, ...values })
      .onConflictDoUpdate({ target: passwords.id, set: values })
      .returning()
    current = row
  }

  async function forgetPassword(): Promise<void> {
    await db.delete(passwords).where(eq(passwords.id, passwordId))
    current = undefined
    await sessions.endAll()
  }

  if (options.password !== undefined) {
    if (!current || !(await isPassword(options.password, current.hash))) {
      await setPassword(options.password, 'environment')
      await sessions.endAll()
    } else if (current.source !== 'environment') await setPassword(options.password, 'environment')
  } else if (current?.source === 'environment') await forgetPassword()
  if (!current && isOpenToOthers) throw new EnvError(passwordMissing(options))

  /** @throws {HttpError} `refusal` unless `password` is the one that counts. */
  async function verify(
    password: string,
    address: string,
    refusal: 'unauthorized' | 'forbidden',
  ): Promise<void> {
    tries.count(address)
    const { hash } = current ?? {}
    if (hash === undefined) throw new HttpError('conflict', 'This server has no password.')
    if (!(await gate(() => isPassword(password, hash)))) {
      throw new HttpError(refusal, 'This is not the password of this server.')
    }
    tries.succeeded(address)
  }

  function refuseElsewhere(): void {
    if (current?.source === 'environment') {
      throw new HttpError(
        'conflict',
        'The password comes from BOZZETTO_PASSWORD. Change it there and start again.',
      )
    }
  }

  return {
    sessions,
    cookieName: `bozzetto-${createHash('sha256').update(`cookie\n${options.secret}`).digest('hex').slice(0, 8)}`,
    callerOf: (c) => callerOf(c, proxies),
    isOwnName: (name) => names.includes(name) || isLoopbackHost(name) || name === listensOn,
    isLoginNeeded: () => current !== undefined,
    passwordFrom: () => current?.source,

    async signIn(password, caller) {
      try {
        await verify(password, caller.address, 'unauthorized')
      } catch (error) {
        metrics.count('bozzetto_sign_ins_total', { outcome: 'refused' })
        log().warn({ address: caller.address }, 'A password was refused.')
        throw error
      }
      metrics.count('bozzetto_sign_ins_total', { outcome: 'let in' })
      log().info({ address: caller.address }, 'signed in')
      return sessions.open(caller)
    },

    async changePassword({ current: given, next, address, own }) {
      refuseElsewhere()
      if (current) await verify(given ?? '', address, 'forbidden')
      await setPassword(next, 'owner')
      await sessions.endAll({ butId: own?.id })
    },

    async removePassword({ current: given, address }) {
      refuseElsewhere()
      if (isOpenToOthers) {
        throw new HttpError(
          'conflict',
          'Others than this machine reach this server, so it keeps its password.',
        )
      }
      await verify(given, address, 'forbidden')
      await forgetPassword()
    },
  }
}

function passwordMissing({ listensOn, names }: AccessSettings): string {
  const why = !isLoopbackHost(listensOn)
    ? `HOST is ${listensOn}, so others can reach this server`
    : names.length > 0
      ? `BOZZETTO_HOSTS names ${names.join(', ')}, so others can reach this server`
      : 'BOZZETTO_PROXIES is set, so others can reach this server'
  return `${why}, and it has no password. Set BOZZETTO_PASSWORD, or start it once with HOST=127.0.0.1 alone and set a password in Settings.`
}
