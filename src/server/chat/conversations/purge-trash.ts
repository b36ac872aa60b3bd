import { lt, sql } from 'drizzle-orm'
import { deleteUnusedDocuments } from '../../files/delete-unused.ts'
import { forgetPictures } from '../../files/pictures/forget-pictures.ts'
import { conversations, documents } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { unfinishedImportAt } from './conversation-rows.ts'
import { deleteConversations } from './delete-conversations.ts'

const keptMs = 30 * 24 * 3_600_000
const everyMs = 6 * 3_600_000
/** A start has better things to do. */
const firstAfterMs = 60_000

/**
 * Deletes what has been in the trash for 30 days, and documents and pictures that were brought as long
 * ago and that nothing uses.
 *
 * @returns how many conversations.
 */
export async function purgeTrash(store: Store, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs)
  const count = await deleteConversations(
    store,
    // One that is being imported is in no trash.
    sql`${conversations.deletedAt} < ${before.toISOString()} and ${conversations.deletedAt} > ${unfinishedImportAt.toISOString()}`,
  )
  const old = await store.db
    .select({ id: documents.id })
    .from(documents)
    .where(lt(documents.createdAt, before))
  await deleteUnusedDocuments(
    store.db,
    old.map(({ id }) => id),
  )
  await forgetPictures(store, before)
  return count
}

/**
 * Empties the trash of what is old, soon and then every six hours.
 *
 * @returns a function that ends it and resolves when nothing is under way.
 */
export function startTrashPurge(
  store: Store,
  clock: () => Date = () => new Date(),
): () => Promise<void> {
  const tidy = async () => {
    try {
      await purgeTrash(store, clock())
    } catch (error) {
      console.error('The trash could not be emptied; this is retried later.', error)
    }
  }
  let tidying: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      tidying = tidy()
      schedule(everyMs)
    }, afterMs)
    timer.unref()
  }
  schedule(firstAfterMs)
  return async () => {
    clearTimeout(timer)
    await tidying
  }
}
