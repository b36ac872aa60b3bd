import { eq, sql } from 'drizzle-orm'
import { deletions } from './schema.ts'
import type { Database, Store } from './store.ts'

const dueId = 'due'
/** What people delete, or what names it. */
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
  'passage_vectors',
  'folder_documents',
  'memories',
  'files',
  'tasks',
  'assets',
  // The commonest words and values of the columns, as `analyze` finds them.
  'pg_statistic',
]
/** Rewriting tables holds everything up: some tenths of a second for so much. */
const sizeBytesMax = 16 * 1024 * 1024

/** Remembers that rows were deleted for ever. To be called in the transaction that deletes them. */
export async function noteDeletion(db: Database): Promise<void> {
  await db
    .insert(deletions)
    .values({ id: dueId })
    .onConflictDoUpdate({ target: deletions.id, set: { count: sql`${deletions.count} + 1` } })
}

/**
 * Takes what was deleted out of the files of the database too. Postgres only marks rows as dead: their
 * words stay in the tables, in the statistics of their columns and in the log, which it also uses again
 * without clearing it. So tables are written anew, and the old log is removed.
 *
 * The files of a database server are its own: it uses the space again by itself.
 *
 * @param options.whateverSize also where that holds everything up for long; else the space of large
 *   tables is only freed for new rows, and their words are left until this is called with it.
 * @returns whether nothing that was deleted is left.
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
  const isWhole = whateverSize || (await sizeOf(store)) <= sizeBytesMax
  await store.executeSql('analyze')
  // One at a time: several statements are one transaction, in which there is no vacuum.
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

async function sizeOf({ executeSql }: Store): Promise<number> {
  const { rows } = await executeSql(
    `select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) as name`,
    [tables],
  )
  return (rows as { bytes: number }[])[0]?.bytes ?? 0
}
