import { log } from '../../observability/log.ts'
import type { People } from './people-settings.ts'

const everyMs = 60 * 60_000
/** A start has better things to do. */
const firstAfterMs = 60_000

/**
 * Deletes people whose week is over, soon and then every hour.
 *
 * @returns a function that ends it and resolves when nothing is under way.
 */
export function keepDeleting(people: Pick<People, 'deleteDue'>): () => Promise<void> {
  let deleting = Promise.resolve()
  const start = () => {
    deleting = deleting.then(async () => {
      try {
        await people.deleteDue()
      } catch (error) {
        log().error({ error }, 'An account could not be deleted; this is retried later.')
      }
    })
  }
  const first = setTimeout(start, firstAfterMs).unref()
  const timer = setInterval(start, everyMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    return deleting
  }
}
