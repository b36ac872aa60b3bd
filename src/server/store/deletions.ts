import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deletions } from './schema.ts'
import type { Database, Store } from './store.ts'

const dueId = 'due'
const tables = [
  'messages',
  'conversations',
  'chat_permissions',
  'runs',
  'run_pieces',
  'tool_calls',
  'message_attachments',
  'documents',
  'document_texts',
  'document_passages',
  'document_indexes',
  'document_terms',
  'passage_vectors',
  'folder_documents',
  'memories',
  'files',
  'tasks',
  'assets',
  // `analyze` collects the most common words and values of columns in this table.
  'pg_statistic',
]
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
  const isWhole = whateverSize || (await getSize(store)) <= sizeBytesMax
  await store.executeSql('analyze')
  // One statement runs per call, because several statements would share a transaction, in which
  // vacuum is not allowed.
  for (const table of tables) await store.executeSql(`vacuum ${isWhole ? 'full ' : ''}${table}`)
  await store.executeSql('set wal_recycle = off')
  try {
    await store.executeSql('select pg_switch_wal()')
    await store.executeSql('checkpoint')
  } finally {
    await store.executeSql('reset wal_recycle')
  }
  if (isWhole) await store.db.delete(deletions).where(eq(deletions.count, due.count))
  return isWhole
}

async function getSize({ executeSql }: Store): Promise<number> {
  const { rows } = await executeSql(
    `select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) as name`,
    [tables],
  )
  return z.object({ bytes: z.number() }).parse(rows[0]).bytes
}
