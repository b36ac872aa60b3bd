import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { webhookDeliveries, webhookSecrets } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

export type NewWebhook = { keyId: string; url: string; taskUrl: string }

/**
 * Time in milliseconds during which no other server may send the delivery, longer than an attempt.
 */
const leaseMs = 60_000
const shownMax = 50

/** Stores a webhook in the transaction that creates its task. */
export async function insertDelivery(
  db: Database,
  { taskId, ownerId, ...webhook }: NewWebhook & { taskId: string; ownerId: string },
): Promise<void> {
  await db
    .insert(webhookDeliveries)
    .values({ ownerId, id: `msg_${newId()}`, taskId, status: 'waiting', ...webhook })
    .onConflictDoNothing()
}

/** Makes a task's delivery due, in the transaction that ends the task. */
export async function makeDeliveryDue(db: Database, taskId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ status: 'due', nextAt: new Date() })
    .where(and(eq(webhookDeliveries.taskId, taskId), eq(webhookDeliveries.status, 'waiting')))
}

/**
 * Claims the delivery with the earliest due time, so that no other server sends it before the lease
 * expires.
 */
export const claimDelivery = (store: Store, now: Date): Promise<DeliveryRow | undefined> =>
  store.transaction(async ({ db }) => {
    const { status, nextAt, leaseUntil, id } = webhookDeliveries
    const [row] = await db
      .select()
      .from(webhookDeliveries)
      .where(and(eq(status, 'due'), lte(nextAt, now), or(isNull(leaseUntil), lt(leaseUntil, now))))
      .orderBy(asc(nextAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return undefined
    const [claimed] = await db
      .update(webhookDeliveries)
      .set({ attempts: row.attempts + 1, leaseUntil: new Date(now.getTime() + leaseMs) })
      .where(eq(id, row.id))
      .returning()
    return claimed
  })

/** Stores the result of an attempt, unless a new delivery was requested in the meantime. */
export async function settleDelivery(
  { db }: Pick<Store, 'db'>,
  { id, attempts }: DeliveryRow,
  change: Partial<Pick<DeliveryRow, 'status' | 'nextAt' | 'lastStatus' | 'lastError' | 'endedAt'>>,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...change, leaseUntil: null })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.attempts, attempts),
        eq(webhookDeliveries.status, 'due'),
      ),
    )
}

/** @returns the time of the next check, `soon` while tasks are running, or `undefined`. */
export async function nextLook({ db }: Pick<Store, 'db'>): Promise<Date | 'soon' | undefined> {
  const { status, nextAt, leaseUntil } = webhookDeliveries
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${status} = 'waiting')::int`,
      next: sql<
        string | null
      >`min(greatest(${nextAt}, ${leaseUntil})) filter (where ${status} = 'due')`,
    })
    .from(webhookDeliveries)
    .where(inArray(status, ['waiting', 'due']))
  if (row && row.waiting > 0) return 'soon'
  return row?.next ? new Date(row.next) : undefined
}

export const listDeliveries = ({ db }: Pick<Store, 'db'>, keyId: string): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.keyId, keyId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(shownMax)

/**
 * Makes an ended delivery due again.
 * @returns whether the delivery exists.
 */
export async function resendDelivery(
  { db }: Pick<Store, 'db'>,
  of: { keyId: string; id: string },
): Promise<boolean> {
  const rows = await db
    .update(webhookDeliveries)
    .set({ status: 'due', nextAt: new Date(), attempts: 0, endedAt: null, leaseUntil: null })
    .where(
      and(
        eq(webhookDeliveries.id, of.id),
        eq(webhookDeliveries.keyId, of.keyId),
        inArray(webhookDeliveries.status, ['delivered', 'failed']),
      ),
    )
    .returning({ id: webhookDeliveries.id })
  return rows.length > 0
}

export async function findSecretRow({ db }: Pick<Store, 'db'>, keyId: string) {
  const [row] = await db.select().from(webhookSecrets).where(eq(webhookSecrets.keyId, keyId))
  return row
}

/**
 * Increases the version number of an API key's signing secret.
 * @returns the new number.
 */
export async function rotateSecretRow({ db }: Pick<Store, 'db'>, keyId: string): Promise<number> {
  const [row] = await db
    .insert(webhookSecrets)
    .values({ keyId, generation: 1, rotatedAt: new Date() })
    .onConflictDoUpdate({
      target: webhookSecrets.keyId,
      set: { generation: sql`${webhookSecrets.generation} + 1`, rotatedAt: new Date() },
    })
    .returning()
  return row?.generation ?? 1
}

export const deleteOldDeliveries = ({ db }: Pick<Store, 'db'>, before: Date) =>
  db
    .delete(webhookDeliveries)
    .where(
      and(
        lt(webhookDeliveries.createdAt, before),
        inArray(webhookDeliveries.status, ['delivered', 'failed']),
      ),
    )

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  taskId: row.taskId,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  ...(row.status === 'due' && row.nextAt && { nextAt: row.nextAt.toISOString() }),
  ...(row.lastStatus !== null && { lastStatus: row.lastStatus }),
  ...(row.lastError !== null && { lastError: row.lastError }),
  createdAt: row.createdAt.toISOString(),
})
