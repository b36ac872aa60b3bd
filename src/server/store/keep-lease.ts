import { log } from '../observability/log.ts'
import type { Store } from './store.ts'

/** After which a process that says nothing more counts as gone. */
const leaseMs = 25_000
/** Five of these may fail. */
const heartbeatMs = 5_000

/** That this process is alive, as the others see it. */
export type Lease = {
  /** Whether others were at work when it began. */
  hadOthers: boolean
  /** @param take is called when another process is gone, to take up what it had. */
  onDeath: (take: () => Promise<void>) => void
  /** Gives back all that this process had: the others need not wait. */
  close: () => Promise<void>
}

/**
 * Says every five seconds, in one statement for all runs and tasks, that this process is alive, and hears which
 * others are not. Does nothing where the database is this process's alone.
 *
 * @param options for tests, in milliseconds.
 */
export async function keepLease(
  store: Store,
  { lastsMs = leaseMs, everyMs = heartbeatMs }: { lastsMs?: number; everyMs?: number } = {},
): Promise<Lease> {
  const { replica, executeSql } = store
  if (!replica.isShared) {
    return { hadOthers: false, onDeath: () => {}, close: () => Promise.resolve() }
  }
  const takers = new Set<() => Promise<void>>()
  let isClosed = false
  let beating: Promise<void> = Promise.resolve()

  const beat = async () => {
    const { rows } = await executeSql(
      `with alive as (
         insert into replicas (id, lease_until) values ($1, now() + $2 * interval '1 ms')
         on conflict (id) do update set lease_until = excluded.lease_until)
       delete from replicas where lease_until < now() and id <> $1 returning id`,
      [replica.id, lastsMs],
    )
    if (rows.length === 0) return
    log().warn({ replicas: rows }, 'Another server is gone; its work continues here.')
    await Promise.allSettled([...takers].map((take) => take()))
  }
  const beatSafely = () => {
    beating = beating
      .then(() => (isClosed ? undefined : beat()))
      .catch((error: unknown) => log().warn({ error }, 'This server could not renew its lease.'))
  }

  await beat()
  const { rows } = await executeSql('select 1 from replicas where id <> $1 limit 1', [replica.id])
  const timer = setInterval(beatSafely, everyMs).unref()
  return {
    hadOthers: rows.length > 0,
    onDeath: (take) => void takers.add(take),
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await beating
      await executeSql('delete from replicas where id = $1', [replica.id])
      replica.wake.tell('gone')
    },
  }
}
