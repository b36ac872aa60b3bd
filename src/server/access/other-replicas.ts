import { and, inArray, isNull } from 'drizzle-orm'
import {
  cutRefusedGuests,
  cutStreamsHere,
  streamOwners,
  broadcastRevocations,
} from '../http/open-streams.ts'
import { log } from '../observability/log.ts'
import { asServer } from '../store/owner-scope.ts'
import { filterTopics } from '../store/replica.ts'
import { apiKeys, sessions } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Interval at which access is reloaded, in case a notification is lost. */
const lookEveryMs = 5_000

/**
 * Reloads access when another process changes it, and closes the streams of ended sessions and
 * keys. Does nothing if no other process uses the database.
 * @param readAgain reloads passwords, people, sessions and keys.
 * @returns a function that stops watching.
 */
export function watchAccess(store: Store, readAgain: () => Promise<void>): () => void {
  const { replica } = store
  if (!replica.isShared) return () => {}
  const look = safely(async () => {
    await readAgain()
    await Promise.all([cutEnded(store), cutRefusedGuests()])
  })
  broadcastRevocations((id) => replica.wake.tell(`cut:${id}`))
  const stops = [
    replica.wake.listen(filterTopics('grants', safely(cutRefusedGuests))),
    replica.wake.listen(filterTopics('access', look)),
    replica.wake.listen(
      filterTopics('cut', (id) =>
        safely(async () => {
          // Access is reloaded before the streams close, because clients reconnect immediately.
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
    broadcastRevocations(() => {})
  }
}

const safely = (work: () => Promise<void>) => () => {
  asServer(work).catch((error: unknown) => {
    log().warn({ error }, 'Access could not be read again.')
  })
}

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
