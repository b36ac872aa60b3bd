import { randomBytes } from 'node:crypto'
import { and, desc, eq, lt, ne, notInArray, or } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { cutText } from '#lib/cut-text.ts'
import { sessions } from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { digestOf } from './digest.ts'

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

const sessionsMax = 100
const userAgentLengthMax = 300
const seenStepMs = 60_000
/** How long a session is believed without a look into the store. */
const rememberedMs = 10_000
const rememberedMax = 1000
const confirmedMs = 10 * 60_000

const tokenBytes = 32
const tokenPattern = /^[\w-]{43}$/

export type SessionRow = typeof sessions.$inferSelect

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
  /** By digest; what is not known is not remembered, so nobody fills this by guessing. */
  const remembered = new Map<string, { row: SessionRow; untilMs: number }>()
  /** How often sessions have been ended: what was read before that may be over. */
  let ends = 0
  const forget = () => {
    ends++
    remembered.clear()
  }

  function isOver(row: SessionRow): boolean {
    const { idleMs, lifetimeMs } = limits()
    return (
      row.generation !== generation() ||
      clock() - row.createdAt.getTime() >= lifetimeMs ||
      clock() - row.lastSeenAt.getTime() >= idleMs
    )
  }

  async function forgetOld(): Promise<void> {
    const now = clock()
    const { idleMs, lifetimeMs } = limits()
    await db
      .delete(sessions)
      .where(
        or(
          ne(sessions.generation, generation()),
          lt(sessions.createdAt, new Date(Math.max(0, now - lifetimeMs))),
          lt(sessions.lastSeenAt, new Date(now - idleMs)),
        ),
      )
    const kept = db
      .select({ id: sessions.id })
      .from(sessions)
      .orderBy(desc(sessions.lastSeenAt))
      .limit(sessionsMax)
    await db.delete(sessions).where(notInArray(sessions.id, kept))
    forget()
  }

  return {
    async open({ address, userAgent, generation: verified }) {
      const token = randomBytes(tokenBytes).toString('base64url')
      const now = new Date(clock())
      await db.insert(sessions).values({
        id: newId(),
        digest: digestOf(token),
        generation: verified,
        address: storable(address),
        userAgent: storable(cutText(userAgent, userAgentLengthMax)),
        createdAt: now,
        confirmedAt: now,
        lastSeenAt: now,
      })
      await forgetOld()
      return token
    },

    async recognise(token) {
      if (!tokenPattern.test(token)) return undefined
      const digest = digestOf(token)
      const known = remembered.get(digest)
      if (known && known.untilMs > clock() && !isOver(known.row)) return known.row
      remembered.delete(digest)
      const endsBefore = ends
      const [row] = await db.select().from(sessions).where(eq(sessions.digest, digest))
      if (!row || isOver(row)) return undefined
      const seen = { ...row }
      if (clock() - row.lastSeenAt.getTime() >= seenStepMs) {
        seen.lastSeenAt = new Date(clock())
        await db
          .update(sessions)
          .set({ lastSeenAt: seen.lastSeenAt })
          .where(eq(sessions.id, row.id))
      }
      if (remembered.size >= rememberedMax) remembered.clear()
      if (ends === endsBefore) {
        remembered.set(digest, { row: seen, untilMs: clock() + rememberedMs })
      }
      return seen
    },

    async confirm(id) {
      await db
        .update(sessions)
        .set({ confirmedAt: new Date(clock()) })
        .where(eq(sessions.id, id))
      forget()
    },

    isConfirmed: ({ confirmedAt }) =>
      confirmedAt !== null && Math.abs(clock() - confirmedAt.getTime()) < confirmedMs,

    async list() {
      await forgetOld()
      return db.select().from(sessions).orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    },

    async end(id) {
      const ended = await db
        .delete(sessions)
        .where(eq(sessions.id, id))
        .returning({ id: sessions.id })
      forget()
      return ended.length > 0
    },

    async endAll({ butId } = {}) {
      await db.delete(sessions).where(butId === undefined ? undefined : ne(sessions.id, butId))
      forget()
    },

    async moveTo(next, { keepId, within }) {
      const isKept = keepId === undefined ? undefined : eq(sessions.id, keepId)
      if (isKept) {
        await within
          .update(sessions)
          .set({ generation: next })
          .where(and(isKept, eq(sessions.generation, generation())))
      }
      await within
        .delete(sessions)
        .where(keepId === undefined ? undefined : ne(sessions.id, keepId))
      forget()
    },
  }
}
