import { and, inArray, isNull } from 'drizzle-orm'
import { cutRefusedGuests, cutStreamsHere, streamOwners, tellOfCuts } from '../http/open-streams.ts'
import { log } from '../observability/log.ts'
import { asServer } from '../store/owner-scope.ts'
import { hearing } from '../store/replica.ts'
import { apiKeys, sessions } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Should nobody have been woken. */
const lookEveryMs = 5_000

/**
 * Has this process know within milliseconds whom another has let in or shut out, and cut the streams of sessions and
 * keys that have ended there. Does nothing where nobody else works with the database.
 *
 * @param readAgain forgets and reads what is known of passwords, people, sessions and keys.
 * @returns ends it.
 */
export function watchAccess(store: Store, readAgain: () => Promise<void>): () => void {
  const { replica } = store
  if (!replica.isShared) return () => {}
  const look = safely(async () => {
    await readAgain()
    await Promise.all([cutEnded(store), cutRefusedGuests()])
  })
  tellOfCuts((id) => replica.wake.tell(`cut:${id}`))
  const stops = [
    replica.wake.listen(hearing('grants', safely(cutRefusedGuests))),
    replica.wake.listen(hearing('access', look)),
    replica.wake.listen(
      hearing('cut', (id) =>
        safely(async () => {
          // Whoever comes back at once must be known by then.
          await readAgain()
          if (id === undefined) await cutEnded(store)
          else cutStreamsHere(id)
        })(),
      ),
    ),
  ]
  const timer = setInterval(look, lookEveryMs).unref()
  return () => {
    clearInterval(timer)
    stops.forEach((stop) => stop())
    tellOfCuts(() => {})
  }
}

const safely = (work: () => Promise<void>) => () => {
  asServer(work).catch((error: unknown) => {
    log().warn({ error }, 'Access could not be read again.')
  })
}

/** Cuts the streams of all sessions and keys that are no more. */
async function cutEnded({ db }: Store): Promise<void> {
  const owners = streamOwners()
  if (owners.length === 0) return
  const [open, usable] = await Promise.all([
    db.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, owners)),
    db
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(and(inArray(apiKeys.id, owners), isNull(apiKeys.revokedAt))),
  ])
  const kept = new Set([...open, ...usable].map(({ id }) => id))
  for (const id of owners) if (!kept.has(id)) cutStreamsHere(id)
}
