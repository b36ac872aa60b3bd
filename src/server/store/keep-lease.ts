import { log } from '../observability/log.ts'
import type { Store } from './store.ts'

/** Time in milliseconds without a heartbeat after which a process counts as ended. */
const leaseMs = 25_000
/** Interval of heartbeats in milliseconds. The lease survives up to five failed heartbeats. */
const heartbeatMs = 5_000

export type Lease = {
  hadOthers: boolean
  /** Registers `take`, which continues the work of a process that has ended. */
  onDeath: (take: () => Promise<void>) => void
  /** Releases all work that this process holds, so that other processes need not wait. */
  close: () => Promise<void>
}

/**
 * Renews this process's lease every five seconds and detects processes whose lease has expired.
 * Does nothing if the database is not shared.
 * @param options intervals in milliseconds. Only tests set them.
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
