import { log } from '../../observability/log.ts'
import type { LdapSignIn } from './ldap-sign-in.ts'

const everyMs = 5 * 60_000

/**
 * Reads the signed-in people of the directory every five minutes.
 * @returns a function that stops the schedule and resolves when the current run is over.
 */
export function keepReviewing(directory: Pick<LdapSignIn, 'review'>): () => Promise<void> {
  let running: Promise<void> | undefined
  const start = () => {
    running ??= directory
      .review()
      .catch((error: unknown) => {
        log().warn(
          { error },
          'People of the directory (LDAP) could not be read; this is retried later.',
        )
      })
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(start, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
