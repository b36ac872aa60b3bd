import { log } from '../../observability/log.ts'
import type { Store } from '../../store/store.ts'
import type { KeyMeter } from './key-meter.ts'

const shareEveryMs = 1_000
/** What was counted counts for a minute. */
const lastsSeconds = 60

type Row = { id: string; work: number; read: number; streams: number }

/**
 * Has keys counted over all servers on the same database, at most a second late. Does nothing where there can be
 * none.
 *
 * @param metersNow of all keys that were used here, by id.
 * @returns ends it.
 */
export function shareMeters(
  { replica, executeSql }: Store,
  metersNow: () => ReadonlyMap<string, KeyMeter>,
): () => void {
  if (!replica.isShared) return () => {}

  const share = async () => {
    const used = [...metersNow()].map(([id, meter]) => ({ id, meter, uses: meter.uses() }))
    if (used.length === 0) return
    const columns = [
      used.map(({ id }) => id),
      used.map(({ uses }) => uses.work),
      used.map(({ uses }) => uses.read),
      used.map(({ uses }) => uses.streams),
    ]
    await executeSql(
      `insert into key_uses (key_id, replica_id, work, reads, streams)
       select id, $1, work, reads, streams
       from unnest($2::text[], $3::int[], $4::int[], $5::int[]) as used (id, work, reads, streams)
       on conflict (key_id, replica_id) do update
       set work = excluded.work, reads = excluded.reads, streams = excluded.streams, at = now()`,
      [replica.id, ...columns],
    )
    const { rows } = await executeSql(
      `select key_id as id, sum(work)::int as work, sum(reads)::int as read, sum(streams)::int as streams
       from key_uses where key_id = any($1::text[]) and replica_id <> $2
         and at > now() - $3 * interval '1 s' group by key_id`,
      [columns[0], replica.id, lastsSeconds],
    )
    const elsewhere = new Map((rows as Row[]).map((row) => [row.id, row]))
    for (const { id, meter } of used) meter.countElsewhere(elsewhere.get(id))
  }
  const timer = setInterval(() => {
    share().catch((error: unknown) => {
      log().warn({ error }, 'Requests of keys at other servers could not be counted.')
    })
  }, shareEveryMs).unref()
  return () => clearInterval(timer)
}
