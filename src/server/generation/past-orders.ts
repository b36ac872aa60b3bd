import { eq } from 'drizzle-orm'
import { HttpError } from '../errors/http-error.ts'
import { pastOrders } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

/** Thrown for a task that was paid for, but is missing from the restored backup. */
export class PastOrderError extends HttpError {
  constructor() {
    super(
      'conflict',
      'This was ordered before a backup was restored, so it was not ordered again. Its model, if it was finished, is in the data folder that was replaced. To buy another one, start a new task.',
    )
  }
}

/**
 * Returns whether a task or an answer with this id was paid for before the data was restored from a
 * backup.
 */
export async function isPastOrder(db: Database, id: string): Promise<boolean> {
  const [row] = await db.select().from(pastOrders).where(eq(pastOrders.id, id))
  return row !== undefined
}

/** @throws {PastOrderError} if the task was paid for before the data was restored from a backup. */
export async function refusePastOrder(db: Database, id: string): Promise<void> {
  if (await isPastOrder(db, id)) throw new PastOrderError()
}
