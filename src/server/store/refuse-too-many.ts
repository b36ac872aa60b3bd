import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { HttpError } from '../errors/http-error.ts'
import type { Database } from './store.ts'

/**
 * Checks that a table has room for one more row.
 * @param options.others condition for the counted rows. Excludes the new row, which may exist
 * already.
 * @throws {HttpError} `conflict` with the given message if the person has `max` such rows.
 */
export async function refuseTooMany(
  db: Database,
  table: PgTable,
  { others, max, message }: { others: SQL; max: number; message: string },
): Promise<void> {
  const [row] = await db.select({ count: count() }).from(table).where(others)
  if ((row?.count ?? 0) >= max) throw new HttpError('conflict', message)
}
