import { sql } from 'drizzle-orm'
import { idempotencyKeys, pastOrders, runs, tasks } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import type { FormerData } from './former-data.ts'

const rowsAtOnce = 500

/** What a restore did so that nothing is ordered twice. */
export type KeptOrders = {
  /** Whether it could not be told what was ordered since the backup. */
  areOrdersUnknown: boolean
}

/**
 * Keeps orders from being made again that were made after the backup: by a page whose answer got lost, or
 * by a client that repeats its request with the same `Idempotency-Key`. Their tasks and answers are not in
 * the backup, so it is noted that they were made, and the keys go on standing for them.
 */
export function keepOrders(store: Store, former: FormerData | undefined): Promise<KeptOrders> {
  if (!former) return Promise.resolve({ areOrdersUnknown: true })
  return store.transaction(async ({ db }) => {
    await keepKeys(db, former)
    const here = new Set(
      [
        ...(await db.select({ id: tasks.id }).from(tasks)),
        ...(await db.select({ id: runs.id }).from(runs)),
      ].map(({ id }) => id),
    )
    // A key whose task was deleted since, or which was about to be made, may have bought something too.
    const made = [
      ...former.tasks.keys(),
      ...former.runs,
      ...former.keyedOrders.map(({ taskId }) => taskId),
      ...former.pastOrders,
    ]
    const past = [...new Set(made)].filter((id) => !here.has(id)).map((id) => ({ id }))
    for (let start = 0; start < past.length; start += rowsAtOnce) {
      await db
        .insert(pastOrders)
        .values(past.slice(start, start + rowsAtOnce))
        .onConflictDoNothing()
    }
    return { areOrdersUnknown: false }
  })
}

/** What a key stood for last counts. */
async function keepKeys(db: Database, { keyedOrders }: FormerData): Promise<void> {
  for (let start = 0; start < keyedOrders.length; start += rowsAtOnce) {
    await db
      .insert(idempotencyKeys)
      .values(keyedOrders.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: {
          digest: sql`excluded.digest`,
          taskId: sql`excluded.task_id`,
          createdAt: sql`excluded.created_at`,
        },
      })
  }
}
