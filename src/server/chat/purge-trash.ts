import { lt } from 'drizzle-orm'
import { conversations } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

const keptMs = 30 * 24 * 3_600_000
const everyMs = 6 * 3_600_000
/** A start has better things to do. */
const firstAfterMs = 60_000

/** Deletes what has been in the trash for 30 days. @returns how many conversations. */
export async function purgeTrash(store: Store, now: Date): Promise<number> {
  const rows = await store.db
    .delete(conversations)
    .where(lt(conversations.deletedAt, new Date(now.getTime() - keptMs)))
    .returning({ id: conversations.id })
  return rows.length
}

/**
 * Empties the trash of what is old, soon and then every six hours. The embedded database never looks at its
 * own tables, so they are counted anew as well: without that it finds rare words as slowly as common ones.
 *
 * @returns a function that ends it and resolves when nothing is under way.
 */
export function keepTidy(store: Store, clock: () => Date = () => new Date()): () => Promise<void> {
  const tidy = async () => {
    try {
      await purgeTrash(store, clock())
      await store.executeSql('analyze messages; analyze conversations')
    } catch (error) {
      console.error('The trash was not emptied; it is tried again later.', error)
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
