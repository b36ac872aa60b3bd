import { setTimeout as sleep } from 'node:timers/promises'
import type { Client as PgClient } from 'pg'
import { newId } from '#lib/id.ts'
import { connectTo, nameOf } from './connection.ts'
import { assertDatabaseFits, toUnusable } from './refusals.ts'
import { DatabaseUnusableError, isUnreachable, StoreUnreachableError } from './unreachable.ts'

const lookEveryMs = 500
const returnEveryMs = 1_000
const tellingMs = 2_000
const migrationTimeoutMs = 10 * 60_000

/** That nobody else works with a database. */
export type Ownership = {
  /** @throws what keeps this process from working with it for now. */
  check: () => void
  release: () => Promise<void>
}

/**
 * Takes a database for this process, or for this and others that share it: nobody else comes in then who wants it
 * alone, such as a move of all rows. A connection of its own holds a lock, which Postgres frees when that ends; when it breaks,
 * nothing is asked of the database until the lock is taken again.
 *
 * @param options.waitMs how long to wait for a server that is starting, or another Bozzetto that stops.
 * @throws {DatabaseUnusableError} when it is not to be had, in a sentence.
 */
export async function ownDatabase(
  url: string,
  { waitMs, isShared = false }: { waitMs: number; isShared?: boolean },
): Promise<Ownership> {
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
        lost = isAway ? new StoreUnreachableError({ cause: error }) : (error as Error)
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
 * Runs `work` while no other process brings the tables up to date; another may take minutes for that.
 *
 * @throws what `work` throws, and Postgres when the other takes too long.
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

/** @returns a connection that has the lock. */
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
        `The database ${nameOf(url)} is in use by another Bozzetto. Stop that one, or set DATABASE_URL to another database. Several work together where each has S3_BUCKET and BOZZETTO_MASTER_KEY set.`,
      )
    } catch (error) {
      await client?.end().catch(() => undefined)
      const mayPass = error instanceof InUseError || isUnreachable(error)
      if (!mayPass || performance.now() >= until) throw toUnusable(url, error)
    }
    await sleep(lookEveryMs)
  }
}

/** Another process has the lock, which it may release. */
class InUseError extends DatabaseUnusableError {}

/**
 * A pooler that gives a connection to others after each transaction gives locks away with it, and swallows what is
 * listened for: nobody would have the database to themselves, and two would bring the tables up to date at once.
 *
 * @throws {DatabaseUnusableError} where a word from another connection does not arrive.
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
    `The database ${nameOf(url)} is behind a pooler that gives connections to others after each transaction. Set DATABASE_DIRECT_URL to the address of the database server itself; DATABASE_URL can stay as it is.`,
  )
}

async function tryLock(client: PgClient, isShared: boolean): Promise<boolean> {
  const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ taken: boolean }>(
    `select ${lock}(hashtextextended('bozzetto server', 0)) as taken`,
  )
  return rows[0]?.taken === true
}
