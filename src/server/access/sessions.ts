import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { sessions } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { digestOf } from './digest.ts'
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

/** How long a session lasts, in milliseconds. */
export type SessionLimits = {
  /** A browser that was not used for so long has to sign in again. */
  idleMs: number
  /** And so does every one after this, however much it was used. */
  lifetimeMs: number
}

export const passwordLimits: SessionLimits = { idleMs: 7 * dayMs, lifetimeMs: 30 * dayMs }
/** Nobody remembers a link, so a bookmark has to go on working; a year is about what browsers allow. */
export const linkLimits: SessionLimits = { idleMs: 365 * dayMs, lifetimeMs: Infinity }

const seenStepMs = 60_000
/** How long and how many sessions are believed without a look into the store. */
const cacheBounds = { lastsMs: 10_000, entriesMax: 1000 }
const confirmedMs = 10 * 60_000

const tokenBytes = 32
const tokenPattern = /^[\w-]{43}$/

export type { SessionRow }

/** Who is signed in. */
export type Sessions = {
  /** Another process may have ended some. */
  forget: () => void
  /**
   * @param caller.generation of what has just been verified; where that has been replaced meanwhile,
   *   the session never lets anybody in.
   * @returns what the browser keeps: 256 random bits, known to nobody else from here on.
   */
  open: (caller: {
    userId: string
    address: string
    userAgent: string
    generation: string
    /** What the proxy says: the session holds as long as it says the same. */
    proxySubject?: string | undefined
    /** Of one that the identity provider opens: how its own is called there, or empty. */
    providerSession?: string | undefined
    /** Where it is over before the usual time. */
    endsAt?: Date | undefined
  }) => Promise<string>
  /** The session that a token stands for, if it has neither ended nor run out. */
  recognise: (token: string) => Promise<SessionRow | undefined>
  /** Its owner has just shown the password or link once more. */
  confirm: (id: string) => Promise<void>
  /** Whether that was less than ten minutes ago. Where a proxy keeps the door, it asks for what it wants itself. */
  isConfirmed: (row: SessionRow) => boolean
  /** Those of a person, seen last first. */
  list: (userId: string) => Promise<SessionRow[]>
  /** From the next request on its browser is signed out. @returns whether the person had such a session. */
  end: (userId: string, id: string) => Promise<boolean>
  /** Ends all of a person, or all but one. */
  endAll: (userId: string, options?: { butId?: string | undefined }) => Promise<void>
  /** Ends what somebody who signed out at the identity provider has here by its word. @returns the ids. */
  endOfProvider: (there: {
    userId: string | undefined
    session: string | undefined
  }) => Promise<string[]>
  /** Ends all of a person but one, which goes on with what counts now. */
  renew: (userId: string, keepId: string) => Promise<void>
  /** Ends all of a person but one, which goes on under a new generation. Part of the change that makes that one. */
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
   * Of the password or link of somebody that counts now; absent for who may not come in. A session of another
   * one is over.
   */
  generation: (userId: string) => string | undefined
  limits: () => SessionLimits
  /** Milliseconds, for tests. */
  clock?: () => number
}

/** @returns whether a session has run out, or was opened with something that counts no longer. */
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

export function createSessions(
  { db }: Store,
  { generation, limits, clock = Date.now }: SessionsOptions,
): Sessions {
  /** By digest. */
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

  /** Reads a session, and notes that it was seen. */
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
        digest: digestOf(token),
        generation: verified,
        providerSession: digestOfName(providerSession),
      }
      await insertSession(db, { ...made, now: new Date(clock()) })
      await forgetOld(opened.userId)
      return token
    },

    async recognise(token) {
      if (!tokenPattern.test(token)) return undefined
      const digest = digestOf(token)
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

/** Of what the provider calls a session, which may be long; one without a name stays so. */
const digestOfName = (name: string | undefined): string | undefined =>
  name === undefined || name === '' ? name : digestOf(name)

const createEndings = (
  db: Store['db'],
  forget: () => void,
): Pick<Sessions, 'end' | 'endAll' | 'endOfProvider'> => ({
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
