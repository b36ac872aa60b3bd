import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { sessions } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { digestOf } from './digest.ts'
import { createReadCache } from './read-cache.ts'
import {
  deleteOldSessions,
  deleteSessionsBut,
  insertSession,
  moveSession,
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
  /**
   * @param caller.generation of what has just been verified; where that has been replaced meanwhile,
   *   the session never lets anybody in.
   * @returns what the browser keeps: 256 random bits, known to nobody else from here on.
   */
  open: (caller: { address: string; userAgent: string; generation: string }) => Promise<string>
  /** The session that a token stands for, if it has neither ended nor run out. */
  recognise: (token: string) => Promise<SessionRow | undefined>
  /** Its owner has just shown the password or link once more. */
  confirm: (id: string) => Promise<void>
  /** Whether that was less than ten minutes ago. */
  isConfirmed: (row: SessionRow) => boolean
  /** Those seen last first. */
  list: () => Promise<SessionRow[]>
  /** From the next request on its browser is signed out. @returns whether there was such a session. */
  end: (id: string) => Promise<boolean>
  /** Ends all, or all but one. */
  endAll: (options?: { butId?: string | undefined }) => Promise<void>
  /** Ends all but one, which goes on under a new generation. Part of the change that makes that one. */
  moveTo: (
    generation: string,
    options: { keepId: string | undefined; within: Pick<Store['db'], 'update' | 'delete'> },
  ) => Promise<void>
}

type SessionsOptions = {
  /** Of the password or link that counts now. A session of another one is over. */
  generation: () => string
  limits: () => SessionLimits
  /** Milliseconds, for tests. */
  clock?: () => number
}

export function createSessions(
  { db }: Store,
  { generation, limits, clock = Date.now }: SessionsOptions,
): Sessions {
  /** By digest. */
  const cache = createReadCache<SessionRow>({ ...cacheBounds, clock })

  function isOver(row: SessionRow): boolean {
    const { idleMs, lifetimeMs } = limits()
    return (
      row.generation !== generation() ||
      clock() - row.createdAt.getTime() >= lifetimeMs ||
      clock() - row.lastSeenAt.getTime() >= idleMs
    )
  }

  async function forgetOld(): Promise<void> {
    const { idleMs, lifetimeMs } = limits()
    await deleteOldSessions(db, {
      generation: generation(),
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
    async open({ address, userAgent, generation: verified }) {
      const token = randomBytes(tokenBytes).toString('base64url')
      const now = new Date(clock())
      await insertSession(db, {
        digest: digestOf(token),
        generation: verified,
        address,
        userAgent,
        now,
      })
      await forgetOld()
      return token
    },

    async recognise(token) {
      if (!tokenPattern.test(token)) return undefined
      const digest = digestOf(token)
      const row = await cache.find(digest, () => see(digest))
      return row && !isOver(row) ? row : undefined
    },

    async confirm(id) {
      const confirmedAt = new Date(clock())
      await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, id))
      cache.forget()
    },

    isConfirmed: ({ confirmedAt }) =>
      confirmedAt !== null && Math.abs(clock() - confirmedAt.getTime()) < confirmedMs,

    async list() {
      await forgetOld()
      return db.select().from(sessions).orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    },

    async end(id) {
      const ended = await db.delete(sessions).where(eq(sessions.id, id)).returning()
      cache.forget()
      return ended.length > 0
    },

    async endAll({ butId } = {}) {
      await deleteSessionsBut(db, butId)
      cache.forget()
    },

    async moveTo(next, { keepId, within }) {
      if (keepId !== undefined) await moveSession(within, keepId, { from: generation(), to: next })
      await deleteSessionsBut(within, keepId)
      cache.forget()
    },
  }
}
