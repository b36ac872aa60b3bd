import { and, asc, count, eq, inArray, isNull, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { InvitationMail } from '#contract/access/people.ts'
import { log } from '../observability/log.ts'
import { outgoingMessages } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { MailResult } from './mailer.ts'
import type { Letter } from './render-mail.ts'

/** A message. A webhook is signed at each attempt. */
export type OutgoingMessage =
  | { channel: 'mail'; recipient: string; letter: Letter; invitationId?: string }
  | { channel: 'webhook'; recipient: string; body: string }

export type OutgoingRow = typeof outgoingMessages.$inferSelect

const minute = 60_000
const hour = 60 * minute
/** Waits between attempts in milliseconds. A message has failed after the last attempt. */
const waitsMs = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour]
/** Time in milliseconds for which a server may send a claimed message, longer than an attempt. */
const leaseMs = 2 * minute
const waitingMax = 1_000
const keptMs = 30 * 24 * hour

const { id, status, nextAt, leaseUntil, invitationId, createdAt } = outgoingMessages
type Rows = Pick<Store, 'db'>

/**
 * Stores a message to send.
 * @returns false if too many messages are waiting.
 */
export async function insertMessage(
  { db }: Rows,
  {
    message,
    nowMs,
    ...row
  }: { id: string; sealed: string; message: OutgoingMessage; nowMs: number },
): Promise<boolean> {
  const isWaiting = eq(status, 'waiting')
  const [waiting] = await db.select({ count: count() }).from(outgoingMessages).where(isWaiting)
  if ((waiting?.count ?? 0) >= waitingMax) return false
  const { channel, recipient } = message
  await db.insert(outgoingMessages).values({
    ...row,
    channel,
    recipient,
    invitationId: channel === 'mail' ? (message.invitationId ?? null) : null,
    status: 'waiting',
    nextAt: new Date(nowMs),
    createdAt: new Date(nowMs),
  })
  return true
}

/**
 * Claims the message with the earliest due time.
 * @returns the row before the claim. Its `leaseUntil` shows whether an earlier attempt was cut off.
 */
export const claimMessage = (store: Store, nowMs: number): Promise<OutgoingRow | undefined> =>
  store.transaction(async ({ db }) => {
    const now = new Date(nowMs)
    const isFree = or(isNull(leaseUntil), lt(leaseUntil, now))
    const [row] = await db
      .select()
      .from(outgoingMessages)
      .where(and(eq(status, 'waiting'), lte(nextAt, now), isFree))
      .orderBy(asc(nextAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return undefined
    const set = { attempts: row.attempts + 1, leaseUntil: new Date(nowMs + leaseMs) }
    await db.update(outgoingMessages).set(set).where(eq(id, row.id))
    return row
  })

/**
 * Stores the result of an attempt, and removes the content of a message that was sent or has
 * failed.
 */
export async function settleMessage(
  { db }: Rows,
  row: OutgoingRow,
  { result, nowMs }: { result: MailResult; nowMs: number },
): Promise<void> {
  const waitMs = waitsMs[row.attempts]
  const ended = { sealed: null, nextAt: null, leaseUntil: null, endedAt: new Date(nowMs) }
  const set = result.isSent
    ? { ...ended, status: 'sent' as const, lastError: null }
    : result.isFinal || waitMs === undefined
      ? { ...ended, status: 'failed' as const, lastError: result.error }
      : { nextAt: new Date(nowMs + waitMs), leaseUntil: null, lastError: result.error }
  await db.update(outgoingMessages).set(set).where(eq(id, row.id))
  if (!result.isSent) log().warn({ error: result.error }, 'A message could not be sent.')
}

export async function findNextTime({ db }: Rows): Promise<Date | undefined> {
  const at = sql<string | null>`min(greatest(${nextAt}, ${leaseUntil}))`
  const [row] = await db.select({ at }).from(outgoingMessages).where(eq(status, 'waiting'))
  return row?.at ? new Date(row.at) : undefined
}

export const deleteOldMessages = ({ db }: Rows, nowMs: number) =>
  db
    .delete(outgoingMessages)
    .where(and(lt(createdAt, new Date(nowMs - keptMs)), inArray(status, ['sent', 'failed'])))

export async function deleteMessages({ db }: Rows, ofInvitation: string): Promise<void> {
  await db.delete(outgoingMessages).where(eq(invitationId, ofInvitation))
}

export async function findInvitationMails({ db }: Rows): Promise<Map<string, InvitationMail>> {
  const rows = await db.select().from(outgoingMessages).where(isNotNull(invitationId))
  return new Map(
    rows.map((row) => [
      row.invitationId ?? '',
      { status: row.status, ...(row.lastError !== null && { error: row.lastError }) },
    ]),
  )
}
