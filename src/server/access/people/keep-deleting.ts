import { log } from '../../observability/log.ts'
import type { People } from './people-settings.ts'

const everyMs = 60 * 60_000
/** Delay of the first run after the start in milliseconds, so that the server starts faster. */
const firstAfterMs = 60_000

/**
 * Deletes people whose scheduled week is over, one minute after the start and then every hour.
 * @returns a function that stops the schedule and resolves when the current run is over.
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
