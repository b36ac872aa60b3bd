import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { sessions } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { hashSecret } from './digest.ts'
import { createReadCache } from './read-cache.ts'
import {
  deleteOldSessions,
  deleteProviderSessions,
  deleteSession,
  deleteSessionsBut,
  insertSession,
  moveSession,
  selectSessions,
  type SessionRow,
} from './session-rows.ts'

const dayMs = 24 * 60 * 60 * 1000

export type SessionLimits = {
  /**
   * Maximum time between two requests of a browser before the person has to sign in again, in
   * milliseconds.
   */
  idleMs: number
  /** Maximum lifetime of a session in milliseconds, independent of use. */
  lifetimeMs: number
}

export const passwordLimits: SessionLimits = { idleMs: 7 * dayMs, lifetimeMs: 30 * dayMs }
/**
 * Session limits for a server that the printed link opens. A session lasts a year, because people
 * bookmark the page and lose the link.
 */
export const linkLimits: SessionLimits = { idleMs: 365 * dayMs, lifetimeMs: Infinity }

const seenStepMs = 60_000
const cacheBounds = { lastsMs: 10_000, entriesMax: 1000 }
const confirmedMs = 10 * 60_000

const tokenBytes = 32
const tokenPattern = /^[\w-]{43}$/

export type { SessionRow }

export type BrowserSessions = {
  forget: () => void
  /**
   * @param caller.generation the generation that was verified. An outdated generation makes the
   * session invalid from the start.
   * @returns the session token: 256 random bits, which are not stored.
   */
  open: (caller: {
    userId: string
    address: string
    userAgent: string
    generation: string
    /**
     * The proxy's user and groups. The session is valid as long as the proxy sends the same value.
     */
    proxySubject?: string | undefined
    /** Session id at the identity provider. Empty if the provider sends no id. */
    providerSession?: string | undefined
    endsAt?: Date | undefined
  }) => Promise<string>
  recognise: (token: string) => Promise<SessionRow | undefined>
  confirm: (id: string) => Promise<void>
  /**
   * Returns whether the session was confirmed in the last ten minutes. Sessions of a proxy always
   * count as confirmed.
   */
  isConfirmed: (row: SessionRow) => boolean
  list: (userId: string) => Promise<SessionRow[]>
  end: (userId: string, id: string) => Promise<boolean>
  endAll: (userId: string, options?: { butId?: string | undefined }) => Promise<void>
  endOfProvider: (there: {
    userId: string | undefined
    session: string | undefined
  }) => Promise<string[]>
  /** Ends all sessions of a person but one, which continues with the current generation. */
  renew: (userId: string, keepId: string) => Promise<void>
  /**
   * Ends all sessions of a person except one, whose generation becomes the new generation. Runs
   * within the transaction that changes the generation.
   */
  moveTo: (
    generation: string,
    options: {
      userId: string
      keepId: string | undefined
      within: Pick<Store['db'], 'update' | 'delete'>
    },
  ) => Promise<void>
}

type SessionsOptions = {
  /**
   * Returns the current generation of a person's password or link. Absent for people without
   * access.
   */
  generation: (userId: string) => string | undefined
  limits: () => SessionLimits
  clock?: () => number
}

const createIsOver =
  ({ generation, limits, clock }: Required<SessionsOptions>) =>
  (row: SessionRow): boolean => {
    const { idleMs, lifetimeMs } = limits()
    return (
      row.generation !== generation(row.userId) ||
      clock() - row.createdAt.getTime() >= lifetimeMs ||
      clock() >= (row.endsAt?.getTime() ?? Infinity) ||
      clock() - row.lastSeenAt.getTime() >= idleMs
    )
  }

export function createBrowserSessions(
  { db }: Store,
  { generation, limits, clock = Date.now }: SessionsOptions,
): BrowserSessions {
  const cache = createReadCache<SessionRow>({ ...cacheBounds, clock })

  const isOver = createIsOver({ generation, limits, clock })

  async function forgetOld(userId: string): Promise<void> {
    const { idleMs, lifetimeMs } = limits()
    await deleteOldSessions(db, {
      userId,
      generation: generation(userId) ?? '',
      generationBefore: new Date(clock() - 2 * seenStepMs),
      openedBefore: new Date(Math.max(0, clock() - lifetimeMs)),
      seenBefore: new Date(clock() - idleMs),
    })
    cache.forget()
  }

  async function see(digest: string): Promise<SessionRow | undefined> {
    const [row] = await db.select().from(sessions).where(eq(sessions.digest, digest))
    if (!row || isOver(row)) return undefined
    if (clock() - row.lastSeenAt.getTime() < seenStepMs) return row
    const lastSeenAt = new Date(clock())
    await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, row.id))
    return { ...row, lastSeenAt }
  }

  return {
    forget: cache.forget,

    async open({ generation: verified, providerSession, ...opened }) {
      const token = randomBytes(tokenBytes).toString('base64url')
      const made = {
        ...opened,
        digest: hashSecret(token),
        generation: verified,
        providerSession: digestOfName(providerSession),
      }
      await insertSession(db, { ...made, now: new Date(clock()) })
      await forgetOld(opened.userId)
      return token
    },

    async recognise(token) {
      if (!tokenPattern.test(token)) return undefined
      const digest = hashSecret(token)
      const row = await cache.find(digest, () => see(digest))
      return row && !isOver(row) ? row : undefined
    },

    async confirm(id) {
      await db
        .update(sessions)
        .set({ confirmedAt: new Date(clock()) })
        .where(eq(sessions.id, id))
      cache.forget()
    },

    isConfirmed: ({ confirmedAt, proxySubject }) =>
      proxySubject !== null ||
      (confirmedAt !== null && Math.abs(clock() - confirmedAt.getTime()) < confirmedMs),

    async list(userId) {
      await forgetOld(userId)
      return (await selectSessions(db, userId)).filter((row) => !isOver(row))
    },

    ...createEndings(db, cache.forget),

    async renew(userId, keepId) {
      const next = { generation: generation(userId) ?? '' }
      await db.update(sessions).set(next).where(eq(sessions.id, keepId))
      await deleteSessionsBut(db, userId, keepId)
      cache.forget()
    },

    async moveTo(next, { userId, keepId, within }) {
      const from = generation(userId)
      if (keepId !== undefined && from !== undefined) {
        await moveSession(within, keepId, { from, to: next })
      }
      await deleteSessionsBut(within, userId, keepId)
      cache.forget()
    },
  }
}

/** Returns a hash of the provider's session id, which may be long. An empty id stays empty. */
const digestOfName = (name: string | undefined): string | undefined =>
  name === undefined || name === '' ? name : hashSecret(name)

const createEndings = (
  db: Store['db'],
  forget: () => void,
): Pick<BrowserSessions, 'end' | 'endAll' | 'endOfProvider'> => ({
  async end(userId, id) {
    const hasEnded = await deleteSession(db, userId, id)
    forget()
    return hasEnded
  },

  async endAll(userId, { butId } = {}) {
    await deleteSessionsBut(db, userId, butId)
    forget()
  },

  async endOfProvider({ userId, session }) {
    if (userId === undefined && session === undefined) return []
    const ended = await deleteProviderSessions(db, { userId, digest: digestOfName(session) })
    forget()
    return ended
  },
})
