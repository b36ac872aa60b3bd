import { and, desc, eq, inArray, isNotNull, lt, ne, notInArray, or } from 'drizzle-orm'
import { cutText } from '#lib/cut-text.ts'
import { newId } from '#lib/id.ts'
import { storable } from '../store/storable.ts'
import { sessions } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

const sessionsMax = 100
const userAgentLengthMax = 300

export type SessionRow = typeof sessions.$inferSelect

type Old = {
  userId: string
  /**
   * The current session generation. Sessions of other generations are deleted, unless they were
   * seen after `generationBefore`.
   */
  generation: string
  /**
   * Sessions that were seen after this time are kept, because their generation may be newer than
   * `generation`.
   */
  generationBefore: Date
  openedBefore: Date
  seenBefore: Date
}

/**
 * Deletes a person's expired sessions, and the least recently used sessions if there are too many.
 */
export async function deleteOldSessions(
  db: Pick<Database, 'delete' | 'select'>,
  { userId, generation, generationBefore, openedBefore, seenBefore }: Old,
): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        or(
          and(ne(sessions.generation, generation), lt(sessions.lastSeenAt, generationBefore)),
          lt(sessions.createdAt, openedBefore),
          lt(sessions.lastSeenAt, seenBefore),
        ),
      ),
    )
  const kept = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(sessionsMax)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, kept)))
}

/** Moves a session from one generation to another. Does nothing if its generation is not `from`. */
export async function moveSession(
  db: Pick<Database, 'update'>,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .update(sessions)
    .set({ generation: to })
    .where(and(eq(sessions.id, id), eq(sessions.generation, from)))
}

type NewSession = {
  userId: string
  digest: string
  generation: string
  address: string
  userAgent: string
  proxySubject?: string | undefined
  providerSession?: string | undefined
  endsAt?: Date | undefined
  now: Date
}

export async function insertSession(
  db: Pick<Database, 'insert'>,
  { address, userAgent, now, ...session }: NewSession,
): Promise<void> {
  await db.insert(sessions).values({
    ...session,
    id: newId(),
    address: storable(address),
    userAgent: storable(cutText(userAgent, userAgentLengthMax)),
    createdAt: now,
    confirmedAt: now,
    lastSeenAt: now,
  })
}

/** Returns the sessions of a person, most recently seen first. */
export const selectSessions = (db: Pick<Database, 'select'>, userId: string) =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))

export async function deleteSession(
  db: Pick<Database, 'delete'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning()
  return ended.length > 0
}

export async function deleteSessionsBut(
  db: Pick<Database, 'delete'>,
  userId: string,
  keepId: string | undefined,
): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), keepId === undefined ? undefined : ne(sessions.id, keepId)),
    )
}

/**
 * Sign-out at the identity provider. It names a person, one of the person's sessions at the
 * provider, or both.
 */
type ProviderSession = {
  userId: string | undefined
  digest: string | undefined
}

export async function deleteProviderSessions(
  db: Pick<Database, 'delete'>,
  { userId, digest }: ProviderSession,
): Promise<string[]> {
  // If the token names both, sessions of the person without a provider session id also end.
  const named = digest === undefined ? [] : userId === undefined ? [digest] : [digest, '']
  const ended = await db
    .delete(sessions)
    .where(
      and(
        isNotNull(sessions.providerSession),
        userId === undefined ? undefined : eq(sessions.userId, userId),
        digest === undefined ? undefined : inArray(sessions.providerSession, named),
      ),
    )
    .returning({ id: sessions.id })
  return ended.map(({ id }) => id)
}
