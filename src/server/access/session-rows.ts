import { and, desc, eq, inArray, isNotNull, lt, ne, notInArray, or } from 'drizzle-orm'
import { cutText } from '#lib/cut-text.ts'
import { newId } from '#lib/id.ts'
import { storable } from '../store/storable.ts'
import { sessions } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

const sessionsMax = 100
const userAgentLengthMax = 300

export type SessionRow = typeof sessions.$inferSelect

/** What makes a session an old one. */
type Old = {
  userId: string
  /** Those of any other are over, unless it began only now. */
  generation: string
  /** Those that were seen since may be of one that began while this was asked for. */
  generationBefore: Date
  openedBefore: Date
  seenBefore: Date
}

/** Deletes those of a person's sessions that are over, and those that were not seen for longest where there are too many. */
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

/** Lets a session go on under another generation; one of neither is left alone. */
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

/** Stores a session that was opened just now, by somebody who has shown the password or link. */
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

/** Those of a person, seen last first. */
export const selectSessions = (db: Pick<Database, 'select'>, userId: string) =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))

/** @returns whether the person had such a session. */
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

/** Deletes all sessions of a person, or all but one. */
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

/** Who signed out at the identity provider: a person, one of their sessions there, or both. */
type ProviderSession = {
  userId: string | undefined
  /** As `SessionRow.providerSession`. */
  digest: string | undefined
}

/** Deletes what the provider has opened. @returns the ids of the sessions. */
export async function deleteProviderSessions(
  db: Pick<Database, 'delete'>,
  { userId, digest }: ProviderSession,
): Promise<string[]> {
  // Of a session that was opened without a name, only the person is known.
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
