import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Activity } from '../../process/activity.ts'
import type { Store } from '../store.ts'

/** A table is vacuumed when so many of its rows are dead, or so many are new: what follows is short then. */
const deadRowsMin = 1_000
const newRowsMin = 5_000
const pageBytes = 8192
/**
 * Nothing else is answered while a table is vacuumed, some milliseconds a megabyte: 0.3 to 0.7 s for 100,000
 * messages that never were. What has more than this waits until nobody is being served.
 */
const largeBytes = 2 * 1024 * 1024
/** Where somebody always is, it is done all the same before the table has grown too far. */
const largeWaitMaxMs = 24 * 60 * 60_000
const everyMs = 60_000

type Table = { name: string; isDue: boolean }

/** Remembers what large tables have to wait. */
export type Vacuum = {
  /**
   * Frees the space of dead rows for new ones, and tells the planner what is in the tables: else it finds
   * rare words as slowly as common ones.
   *
   * @param options.isFirst whether every table is looked at: after a start nobody knows how many of its
   *   rows are dead.
   * @returns the names of the tables that were vacuumed.
   */
  run: (options?: { isFirst?: boolean }) => Promise<string[]>
}

export type VacuumOptions = {
  isQuiet: Activity['isQuiet']
  /** Milliseconds that never go back, for tests. */
  clock?: () => number
}

/**
 * Keeps the tables from growing with every update: the embedded Postgres has no process beside it that
 * would vacuum and analyze them.
 */
export function createVacuum(
  { executeSql }: Pick<Store, 'executeSql'>,
  { isQuiet, clock = () => performance.now() }: VacuumOptions,
): Vacuum {
  /** Since when a table has been waiting. */
  const waiting = new Map<string, number>()
  return {
    run: async ({ isFirst = false } = {}) => {
      // What was counted in the last second is else not there yet.
      await executeSql('select pg_stat_force_next_flush()')
      const { rows } = await executeSql(
        `select c.oid::regclass::text as name,
           coalesce(n_dead_tup, 0) >= $1 or coalesce(n_ins_since_vacuum, 0) >= $2 as "isDue"
         from pg_class c left join pg_stat_all_tables s on s.relid = c.oid
         where c.relkind = 'r' and c.relpersistence = 'p' and not c.relisshared`,
        [deadRowsMin, newRowsMin],
      )
      const done: string[] = []
      for (const { name, isDue } of rows as Table[]) {
        const since = waiting.get(name)
        if (!isDue && !isFirst && since === undefined) continue
        if (!isQuiet()) {
          const bytes = await bytesToVacuum(executeSql, name)
          // Of a hundred tables that are looked at after a start, each has a turn of its own.
          await othersTurn()
          if (bytes > largeBytes) {
            waiting.set(name, since ?? clock())
            if (since === undefined || clock() - since < largeWaitMaxMs) continue
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

/** Of a table: its pages that changed since it was vacuumed, those of its long texts, and all of its indexes. */
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
  return (rows as { bytes: number }[])[0]?.bytes ?? 0
}

/**
 * Vacuums what is due, soon and then every minute. A database server does that by itself.
 *
 * @returns a function that ends it and resolves when nothing is under way.
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
