import { toError } from '#lib/to-error.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client as PgClient } from 'pg'
import { newId } from '#lib/id.ts'
import { connectTo, formatDatabaseName } from './connection.ts'
import { assertDatabaseFits, toUnusable } from './refusals.ts'
import { DatabaseUnusableError, isUnreachable, StoreUnreachableError } from './unreachable.ts'

const lookEveryMs = 500
const returnEveryMs = 1_000
const tellingMs = 2_000
const migrationTimeoutMs = 10 * 60_000

export type DatabaseLock = {
  check: () => void
  release: () => Promise<void>
}

/**
 * Locks a database for this process, or for all processes that share the database. Postgres
 * releases the lock when the lock's own connection ends. If this connection breaks, no queries run
 * until the lock is taken again.
 * @param options.waitMs maximum wait for a database server that starts or for another Bozzetto that
 * stops.
 * @throws {DatabaseUnusableError} if the lock is not available.
 */
export async function lockDatabase(
  url: string,
  { waitMs, isShared = false }: { waitMs: number; isShared?: boolean },
): Promise<DatabaseLock> {
  let holder = await take(url, { waitMs, isShared, isFirst: true })
  let lost: Error | undefined
  let isReleased = false

  const watch = () => {
    holder.once('end', () => {
      if (isReleased) return
      lost = new StoreUnreachableError()
      console.warn('The connection to the database was lost; it is tried again.')
      void comeBack()
    })
  }
  const comeBack = async () => {
    for (;;) {
      if (isReleased) return
      try {
        holder = await take(url, { waitMs: 0, isShared })
        if (isReleased) return await holder.end()
        lost = undefined
        watch()
        return console.warn('The database is there again.')
      } catch (error) {
        const isAway = error instanceof Error && isUnreachable(error.cause)
        lost = isAway ? new StoreUnreachableError({ cause: error }) : toError(error)
        await sleep(returnEveryMs, undefined, { ref: false })
      }
    }
  }
  watch()

  return {
    check: () => {
      if (lost !== undefined) throw lost
    },
    release: async () => {
      isReleased = true
      await holder.end().catch(() => undefined)
    },
  }
}

/**
 * Runs `work` while no other process applies migrations. Waits minutes for migrations of other
 * processes.
 * @throws the error of `work`, or Postgres's error if the other process takes too long.
 */
export async function whileMigrating<T>(url: string, work: () => Promise<T>): Promise<T> {
  const holder = await connectTo(url, migrationTimeoutMs)
  try {
    await holder.query(`select pg_advisory_lock(hashtextextended('bozzetto migrations', 0))`)
    return await work()
  } finally {
    await holder.end().catch(() => undefined)
  }
}

async function take(
  url: string,
  { waitMs, isShared, isFirst = false }: { waitMs: number; isShared: boolean; isFirst?: boolean },
): Promise<PgClient> {
  const until = performance.now() + waitMs
  for (;;) {
    let client: PgClient | undefined
    try {
      client = await connectTo(url)
      if (isFirst) {
        await refusePooler(url, client)
        await assertDatabaseFits(url, client)
      }
      if (await tryLock(client, isShared)) return client
      throw new InUseError(
        `The database ${formatDatabaseName(url)} is in use by another Bozzetto. Stop that one, or set DATABASE_URL to another database. Several work together where each has S3_BUCKET and BOZZETTO_MASTER_KEY set.`,
      )
    } catch (error) {
      await client?.end().catch(() => undefined)
      const mayPass = error instanceof InUseError || isUnreachable(error)
      if (!mayPass || performance.now() >= until) throw toUnusable(url, error)
    }
    await sleep(lookEveryMs)
  }
}

/** Thrown while another process holds the lock. A retry may succeed. */
class InUseError extends DatabaseUnusableError {}

/**
 * Rejects poolers in transaction mode, because they lose locks and notifications.
 * @throws {DatabaseUnusableError} if a notification from another connection does not arrive.
 */
async function refusePooler(url: string, holder: PgClient): Promise<void> {
  const channel = `bozzetto_${newId()}`
  const told = new Promise<boolean>((resolve) => {
    holder.once('notification', () => resolve(true))
    setTimeout(() => resolve(false), tellingMs).unref()
  })
  await holder.query(`listen ${channel}`)
  const teller = await connectTo(url)
  try {
    await teller.query(`notify ${channel}`)
    if (await told) return void (await holder.query(`unlisten ${channel}`))
  } finally {
    await teller.end().catch(() => undefined)
  }
  throw new DatabaseUnusableError(
    `The database ${formatDatabaseName(url)} is behind a pooler that gives connections to others after each transaction. Set DATABASE_DIRECT_URL to the address of the database server itself; DATABASE_URL can stay as it is.`,
  )
}

async function tryLock(client: PgClient, isShared: boolean): Promise<boolean> {
  const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ taken: boolean }>(
    `select ${lock}(hashtextextended('bozzetto server', 0)) as taken`,
  )
  return rows[0]?.taken === true
}
