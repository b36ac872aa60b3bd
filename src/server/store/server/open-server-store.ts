import { access } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '#lib/id.ts'
import type { Client } from '../client.ts'
import { migrate } from '../migrate.ts'
import { enterFolder, postgresFolder, storeOn, type Store } from '../store.ts'
import { formatDatabaseName } from './connection.ts'
import { openListening } from './listen.ts'
import { lockDatabase, whileMigrating } from './database-lock.ts'
import { toUnusable } from './refusals.ts'
import { connectionsDefault, openServerClient } from './server-client.ts'

/** Default wait for the database in milliseconds, because a Postgres may take long to start. */
const waitDefaultMs = 30_000

/**
 * Opens a database on a Postgres server and applies all migrations.
 * @param url `postgres://…` of the server itself, because a pooler in transaction mode loses the
 * lock.
 * @param options.folder the data folder, which contains everything but the rows.
 * @throws {DatabaseUnusableError} if the database is unreachable, refuses the connection, or is
 * used by another Bozzetto.
 * @throws {FolderInUseError} {FolderUnusableError} {NewerDataError} as `openStore`.
 */
export async function openServerStore(
  url: string,
  { folder, waitMs = waitDefaultMs, ...options }: Partial<OpenOptions> & { folder: string },
): Promise<Store> {
  const unlock = await enterFolder(folder)
  try {
    const { store, isNew } = await openDatabase(url, { ...options, waitMs })
    if (isNew) await warnOfFormerRows(folder, url)
    return {
      ...store,
      close: async () => {
        await store.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

type OpenOptions = {
  waitMs: number
  /** URL of the database server itself, if `url` is the URL of a connection pooler. */
  directUrl?: string | undefined
  isShared?: boolean
  connectionsMax?: number | undefined
}

export async function openDatabase(
  url: string,
  { waitMs, directUrl = url, isShared = false, connectionsMax = connectionsDefault }: OpenOptions,
): Promise<{ store: Store; isNew: boolean }> {
  const ownership = await lockDatabase(directUrl, { waitMs, isShared })
  const client = openServerClient(url, ownership.check, connectionsMax)
  try {
    // A pooler has its own connection limits, so the check is skipped for a pooler.
    if (directUrl === url) await warnOfFewConnections(url, client, connectionsMax)
    const isNew = await whileMigrating(directUrl, () => migrate(client))
    const id = newId()
    if (isShared) {
      const wake = await openListening({ replicaId: id, url: directUrl, client })
      return { store: storeOn(client, ownership.release, { id, isShared, wake }), isNew }
    }
    // All leases are left over from killed processes, because no other process uses the database
    // now.
    await client.query('delete from replicas')
    return { store: storeOn(client, ownership.release), isNew }
  } catch (error) {
    await client.close()
    await ownership.release()
    throw toUnusable(directUrl, error)
  }
}

/**
 * Applies all migrations and closes the database.
 * @param url of the database server itself.
 * @returns a sentence that describes the result.
 * @throws {DatabaseUnusableError} {NewerDataError} as `openServerStore`.
 */
export async function migrateServer(url: string): Promise<string> {
  const ownership = await lockDatabase(url, { waitMs: waitDefaultMs, isShared: true })
  const client = openServerClient(url, ownership.check)
  try {
    await whileMigrating(url, () => migrate(client))
    return `The tables of ${formatDatabaseName(url)} are up to date.`
  } catch (error) {
    throw toUnusable(url, error)
  } finally {
    await client.close()
    await ownership.release()
  }
}

/** Number of connections outside the pool: for the lock, notifications and migrations. */
const connectionsBeside = 3

async function warnOfFewConnections(
  url: string,
  client: Client,
  connectionsMax: number,
): Promise<void> {
  const { rows } = await client.query<{ limit: number }>(`
    select least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1),
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) as limit
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`)
  const limit = rows[0]?.limit ?? Infinity
  if (limit >= connectionsMax + connectionsBeside) return
  console.warn(
    `The database ${formatDatabaseName(url)} allows ${limit} connections, and this server uses up to ${connectionsMax + connectionsBeside}. Raise the limit, or set DATABASE_CONNECTIONS to at most ${Math.max(2, limit - connectionsBeside)}.`,
  )
}

async function warnOfFormerRows(folder: string, url: string): Promise<void> {
  const former = await access(path.join(folder, postgresFolder)).then(
    () => true,
    () => false,
  )
  if (!former) return
  console.warn(
    `The database ${formatDatabaseName(url)} is empty, and ${folder} has data from before DATABASE_URL was set; “npm run move” takes it along.`,
  )
}
