import { count, ne } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { HttpError } from '../errors/http-error.ts'
import type { Database } from './store.ts'

/**
 * Checks that a table has room for the row `id`, which may exist already.
 * @throws {HttpError} `conflict` with the given message if the person has `max` other rows.
 */
export async function refuseTooMany(
  db: Database,
  table: PgTable & { id: PgColumn },
  { id, max, message }: { id: string; max: number; message: string },
): Promise<void> {
  const [row] = await db.select({ count: count() }).from(table).where(ne(table.id, id))
  if ((row?.count ?? 0) >= max) throw new HttpError('conflict', message)
}
