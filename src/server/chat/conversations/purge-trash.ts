import { lt, sql } from 'drizzle-orm'
import { deleteUnusedDocuments } from '../../files/delete-unused.ts'
import { forgetPictures } from '../../files/pictures/forget-pictures.ts'
import { conversations, documents } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { unfinishedImportAt } from './conversation-rows.ts'
import { deleteConversations } from './delete-conversations.ts'

const keptMs = 30 * 24 * 3_600_000
const everyMs = 6 * 3_600_000
/**
 * Delay of the first purge after the start of the server, in milliseconds, so that the server
 * starts faster.
 */
const firstAfterMs = 60_000

/**
 * Deletes conversations that have been in the trash for 30 days, and documents and pictures that
 * nothing has used for 30 days.
 * @returns the number of deleted conversations.
 */
export async function purgeTrash(store: Store, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs)
  const count = await deleteConversations(
    store,
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
 * Purges the trash a minute after the start, and then every six hours.
 * @returns a function that stops the timer and resolves when the current purge is over.
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
