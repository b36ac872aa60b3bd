import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deletions } from './schema.ts'
import type { Database, Store } from './store.ts'

const dueId = 'due'
/** Counts of deletions for which the database was too large to rewrite its tables. */
const partlyScrubbed = new WeakMap<Store['executeSql'], number>()
/**
 * Maximum total size in bytes of the tables that are rewritten while the server runs, because a
 * rewrite blocks other queries.
 */
const sizeBytesMax = 16 * 1024 * 1024

/**
 * Records that rows were deleted permanently. Must run in the transaction that deletes the rows.
 */
export async function noteDeletion(db: Database): Promise<void> {
  await db
    .insert(deletions)
    .values({ id: dueId })
    .onConflictDoUpdate({ target: deletions.id, set: { count: sql`${deletions.count} + 1` } })
}

/**
 * Removes deleted data from the files of the embedded database. Postgres only marks rows as
 * deleted, so tables are rewritten and the old log is removed. Does nothing for a database server.
 * @param options.whateverSize rewrites tables of any size, which may block queries for a long time.
 * @returns true if no deleted data remains.
 */
export async function scrubDeleted(
  store: Store,
  { whateverSize }: { whateverSize: boolean },
): Promise<boolean> {
  const [due] = await store.db.select().from(deletions).where(eq(deletions.id, dueId))
  if (!due) return true
  if (!store.embedded) {
    await store.db.delete(deletions).where(eq(deletions.count, due.count))
    return true
  }
  const tables = await listTables(store)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const isWhole = whateverSize || bytes <= sizeBytesMax
  if (!isWhole && partlyScrubbed.get(store.executeSql) === due.count) return false
  await store.executeSql('analyze')
  // One statement runs per call, because several statements would share a transaction, in which
  // vacuum is not allowed.
  for (const { name } of tables) {
    await store.executeSql(`vacuum ${isWhole ? 'full ' : ''}${name}`)
  }
  await store.executeSql('set wal_recycle = off')
  try {
    await store.executeSql('select pg_switch_wal()')
    await store.executeSql('checkpoint')
  } finally {
    await store.executeSql('reset wal_recycle')
  }
  if (isWhole) await store.db.delete(deletions).where(eq(deletions.count, due.count))
  else partlyScrubbed.set(store.executeSql, due.count)
  return isWhole
}

const tablesSchema = z.array(z.object({ name: z.string(), bytes: z.number() }))

/**
 * Lists the tables that may hold text, and `pg_statistic`, in which `analyze` collects the most
 * common words and values of columns.
 */
async function listTables({ executeSql }: Store) {
  const { rows } = await executeSql(
    `select oid::regclass::text as name, pg_total_relation_size(oid)::float8 as bytes
     from pg_class
     where oid = 'pg_statistic'::regclass or (
       relkind = 'r' and relnamespace = 'public'::regnamespace
       and reltoastrelid <> 0 and pg_relation_size(oid) > 0
     )`,
  )
  return tablesSchema.parse(rows)
}
