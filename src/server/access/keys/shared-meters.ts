import { sql } from 'drizzle-orm'
import type { KeyLimits } from '#contract/access/keys.ts'
import { log } from '../../observability/log.ts'
import { asServer } from '../../store/owner-scope.ts'
import type { Store } from '../../store/store.ts'
import { toUses, type KeyMeter, type KeyUses } from './key-meter.ts'

const updateEveryMs = 1_000
const requestsSeconds = 60
/**
 * Age in seconds after which another server's part of the concurrent streams is ignored. Running
 * servers renew their part every second.
 */
const streamsSeconds = 10

export type UsedKey = { id: string; meter: KeyMeter; limits: KeyLimits }

export type SharedMeters = {
  /**
   * Waits until this server's part of a limit has room for one more use, or until it cannot get a
   * larger part, and then calls `count`.
   */
  within: <T>(key: UsedKey, what: keyof KeyUses, count: () => T) => T | Promise<Awaited<T>>
  stop: () => void
}

/**
 * Divides each key's limits among servers, so that the servers' parts never exceed a limit
 * together. Each server counts requests in memory within its part.
 * @param keysNow returns the keys that were used on this server.
 * @returns `undefined` if there cannot be other servers.
 */
export function connectMeters(
  store: Store,
  keysNow: () => readonly UsedKey[],
): SharedMeters | undefined {
  if (!store.replica.isShared) return undefined
  const growing = new Map<string, Promise<void>>()
  let last = Promise.resolve()
  /** One request runs at a time, so that an older result never replaces a newer one. */
  const take = (keys: readonly UsedKey[]): Promise<void> => {
    const taking = last.then(() => takeAllowances(store, keys))
    last = taking.catch(() => {})
    return taking
  }
  let released = new Set<string>()

  const reconcile = async () => {
    const keys = keysNow().filter(
      ({ id, meter }) => meter.isActive() || isUsed(meter) || !released.has(id),
    )
    released = new Set(
      keys.filter(({ meter }) => !meter.isActive() && !isUsed(meter)).map(({ id }) => id),
    )
    await take(keys)
  }
  async function growAndCount<T>(
    key: UsedKey,
    what: keyof KeyUses,
    count: () => T,
  ): Promise<Awaited<T>> {
    const { id, meter, limits } = key
    while (meter.isShort(what, limits)) {
      const asking = growing.get(id) ?? take([key]).finally(() => growing.delete(id))
      growing.set(id, asking)
      await asking
    }
    return await count()
  }
  const timer = setInterval(() => {
    reconcile().catch((error: unknown) => {
      log().warn({ error }, 'The limits of keys could not be shared with other servers.')
    })
  }, updateEveryMs).unref()

  return {
    within: (key, what, count) =>
      key.meter.isShort(what, key.limits) ? growAndCount(key, what, count) : count(),
    stop: () => clearInterval(timer),
  }
}

const isUsed = (meter: KeyMeter): boolean => Object.values(meter.uses()).some((count) => count > 0)

type AllowanceRow = { id: string } & Record<
  'work' | 'read' | 'streams' | 'otherWork' | 'otherRead' | 'otherStreams',
  number
>

const part = (used: string, max: string, others: string) =>
  sql.raw(
    `${used} + parts * greatest(0, ceil((${max} - ${used} - coalesce(${others}, 0))::numeric / servers))::int`,
  )

async function takeAllowances(
  { transaction, replica }: Pick<Store, 'transaction' | 'replica'>,
  keys: readonly UsedKey[],
): Promise<void> {
  if (keys.length === 0) return
  // A fixed order of the rows avoids deadlocks between servers.
  const sorted = keys.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const wanted = sorted.map(({ id, meter, limits }) => {
    const [used, max] = [meter.giveBack(), toUses(limits)]
    return { id, used, max, parts: meter.isActive() ? 1 : 0 }
  })
  const rows = await asServer(() =>
    transaction(async ({ db }) => {
      for (const { id } of wanted) {
        await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`key ${id}`}, 0))`)
      }
      const { rows: taken } = await db.execute<AllowanceRow>(sql`
        with wanted as (
          select * from json_to_recordset(${JSON.stringify(wanted.map(({ id, used, max, parts }) => ({ id, parts, ...used, work_max: max.work, read_max: max.read, streams_max: max.streams })))}::json)
            as w (id text, parts int, work int, read int, streams int, work_max int, read_max int, streams_max int)),
        others as (
          select key_id,
            sum(work) filter (where at > now() - ${requestsSeconds} * interval '1 s') as work,
            sum(reads) filter (where at > now() - ${requestsSeconds} * interval '1 s') as read,
            sum(streams) filter (where at > now() - ${streamsSeconds} * interval '1 s') as streams
          from key_uses where replica_id <> ${replica.id} and key_id in (select id from wanted)
          group by key_id),
        taken as (
          insert into key_uses (key_id, replica_id, work, reads, streams)
          select w.id, ${replica.id}, ${part('w.work', 'work_max', 'o.work')},
            ${part('w.read', 'read_max', 'o.read')}, ${part('w.streams', 'streams_max', 'o.streams')}
          from wanted w left join others o on o.key_id = w.id,
            (select greatest(1, count(*)) as servers from replicas where lease_until > now()) as alive
          on conflict (key_id, replica_id) do update
          set work = excluded.work, reads = excluded.reads, streams = excluded.streams, at = now()
          returning key_id, work, reads, streams)
        select t.key_id as id, t.work, t.reads as read, t.streams,
          coalesce(o.work, 0)::int as "otherWork", coalesce(o.read, 0)::int as "otherRead",
          coalesce(o.streams, 0)::int as "otherStreams"
        from taken t left join others o on o.key_id = t.key_id`)
      return taken
    }),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, meter } of sorted) {
    const row = byId.get(id)
    if (!row) continue
    const { work, read, streams, otherWork, otherRead, otherStreams } = row
    meter.setAllowance({
      own: { work, read, streams },
      others: { work: otherWork, read: otherRead, streams: otherStreams },
    })
  }
}
