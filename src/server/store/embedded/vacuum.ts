import { setImmediate as othersTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Activity } from '../../process/activity.ts'
import type { Store } from '../store.ts'

const deadRowsMin = 1_000
const newRowsMin = 5_000
const pageBytes = 8192
/**
 * Size in bytes from which a table is vacuumed only in a moment without requests. Vacuum blocks all
 * queries for some milliseconds per megabyte.
 */
const largeBytes = 2 * 1024 * 1024
/**
 * Maximum wait of a large table in milliseconds, so that the table does not grow without limit on a
 * busy server.
 */
const largeWaitMaxMs = 24 * 60 * 60_000
const everyMs = 60_000

/** Number of changed rows, beside a tenth of the table, after which it is analysed (autovacuum). */
const changedRowsMin = 50
/** Growth since the last analysis, in pages, above which a table is analysed. */
const grownPagesMin = 250

const tableSchema = z.object({
  name: z.string(),
  isDue: z.boolean(),
  needsStatistics: z.boolean(),
})

export type Vacuum = {
  /**
   * Makes the space of dead rows available for new rows, and updates the planner's statistics.
   * Without statistics, lists take ten times as long.
   * @param options.isFirst checks every table, because after a start the numbers of dead rows are
   * unknown.
   * @returns the names of the vacuumed tables.
   */
  run: (options?: { isFirst?: boolean }) => Promise<string[]>
}

export type VacuumOptions = {
  isQuiet: Activity['isQuiet']
  /** Monotonic time in milliseconds. Only tests set it. */
  clock?: () => number
}

/** Creates a vacuum of the embedded Postgres, which has no autovacuum process. */
export function createVacuum(
  { executeSql }: Pick<Store, 'executeSql'>,
  { isQuiet, clock = () => performance.now() }: VacuumOptions,
): Vacuum {
  const waiting = new Map<string, number>()
  return {
    run: async ({ isFirst = false } = {}) => {
      // Postgres writes its statistics late, so without this call they lack the last second.
      await executeSql('select pg_stat_force_next_flush()')
      // A crash or a restore loses the numbers of rows, so the growth counts, too.
      const { rows } = await executeSql(
        `select t.name,
           coalesce(n_dead_tup, 0) >= $1 or coalesce(n_ins_since_vacuum, 0) >= $2 or "hasGrown" as "isDue",
           coalesce(n_mod_since_analyze, 0) >= $3 + 0.1 * greatest(reltuples, 0) or "hasGrown" as "needsStatistics"
         from (
           select oid, oid::regclass::text as name, reltuples,
             pg_relation_size(oid) > (2 * relpages::bigint + $4::int) * $5::int as "hasGrown"
           from pg_class where relkind = 'r' and relpersistence = 'p' and not relisshared
         ) t left join pg_stat_all_tables s on s.relid = t.oid`,
        [deadRowsMin, newRowsMin, changedRowsMin, grownPagesMin, pageBytes],
      )
      const done: string[] = []
      for (const { name, isDue, needsStatistics } of z.array(tableSchema).parse(rows)) {
        const since = waiting.get(name)
        if (!isDue && !isFirst && since === undefined) {
          if (needsStatistics) await executeSql(`analyze ${name}`)
          continue
        }
        if (!isQuiet()) {
          const bytes = await bytesToVacuum(executeSql, name)
          // Other requests run between the tables, because a start checks about a hundred tables.
          await othersTurn()
          if (bytes > largeBytes) {
            waiting.set(name, since ?? clock())
            if (since === undefined || clock() - since < largeWaitMaxMs) {
              if (needsStatistics) await executeSql(`analyze ${name}`)
              continue
            }
          }
        }
        waiting.delete(name)
        await executeSql(`vacuum ${name}`)
        await othersTurn()
        await executeSql(`analyze ${name}`)
        done.push(name)
        await othersTurn()
      }
      return done
    },
  }
}

/**
 * Returns the number of bytes that vacuum reads: pages changed since the last vacuum, long texts,
 * and all indexes.
 */
async function bytesToVacuum(executeSql: Store['executeSql'], name: string): Promise<number> {
  const { rows } = await executeSql(
    `select (pg_relation_size(c.oid) + (coalesce(s.n_dead_tup, 0) - c.relallvisible) * $2::int
       + coalesce(pg_relation_size(t.oid) - t.relallvisible * $2::int, 0)
       + pg_indexes_size(c.oid))::float8 as bytes
     from pg_class c left join pg_stat_all_tables s on s.relid = c.oid
       left join pg_class t on t.oid = c.reltoastrelid
     where c.oid = to_regclass($1)`,
    [name, pageBytes],
  )
  return z.object({ bytes: z.number() }).optional().parse(rows[0])?.bytes ?? 0
}

/**
 * Vacuums due tables shortly after the start and then every minute. Does nothing for a database
 * server.
 * @returns a function that stops the schedule and resolves when no vacuum is running.
 */
export function keepVacuumed(store: Store, { isQuiet }: Activity): () => Promise<void> {
  if (!store.embedded) return () => Promise.resolve()
  const vacuum = createVacuum(store, { isQuiet })
  let isFirst = true
  let running: Promise<unknown> = Promise.resolve()
  const start = () => {
    const options = { isFirst }
    isFirst = false
    running = running.then(() =>
      vacuum.run(options).catch((error: unknown) => {
        console.error('The database was not vacuumed; it is tried again later.', error)
      }),
    )
  }
  const timer = setInterval(start, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
