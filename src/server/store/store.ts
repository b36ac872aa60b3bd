import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { newId } from '#lib/id.ts'
import { ownValue } from '#lib/own-value.ts'
import { isDatabaseDamaged, isDiskFull, isStorageRefused } from '../errors/http-error.ts'
import { keepPrivate } from '../disk/private-folder.ts'
import { makeFolder } from '../disk/synced.ts'
import { FolderUnusableError } from '../disk/folder-error.ts'
import { assertOwnerEnforced } from './assert-owner-enforced.ts'
import type { Client, ClientTransaction, EmbeddedClient } from './client.ts'
import { openReopeningClient } from './embedded/reopening-client.ts'
import { lockFolder } from './embedded/lock.ts'
import { migrate, NewerDataError, type Update } from './migrate.ts'
import { enforceOwner, type OwnerSeparation } from './owned-queries.ts'
import { noWake, type Replica } from './replica.ts'
import { finishRestore, forgetRestore } from './embedded/pending-restore.ts'
import {
  findInterruptedUpdate,
  findNewestSnapshot,
  forgetUpdate,
  noteUpdate,
  removeOldSnapshots,
  snapshotBeforeUpdate,
} from './embedded/update-snapshot.ts'
import { DatabaseUnusableError } from './server/unreachable.ts'
import { storable } from './storable.ts'

export const postgresFolder = 'postgres'

type Queryable = Pick<Client, 'query'> & Partial<Pick<Client, 'transaction'>>

// The cast is safe, because Drizzle calls only `query` and `transaction`.
const connect = (client: Queryable, ownership: OwnerSeparation) =>
  enforceOwner(drizzle({ client: storing(client) as PGlite }), ownership)

/** Replaces characters that Postgres cannot store in the params of every query. */
const storing = (client: Queryable): Queryable => ({
  query: (text, values, options) => client.query(text, values?.map(storableParam), options),
  ...(client.transaction && { transaction: client.transaction.bind(client) }),
})

const storableParam = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value)
  return Array.isArray(value) ? value.map(storableParam) : value
}

export type Database = ReturnType<typeof connect>

export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

export type Store = {
  db: Database
  executeSql: ExecuteSql
  /**
   * Runs `work` in a transaction. Only queries through the arguments of `work` are part of the
   * transaction.
   */
  transaction: <T>(work: (tx: { db: Database; executeSql: ExecuteSql }) => Promise<T>) => Promise<T>
  /**
   * Runs `work` while no other process runs work with the same `name`. The lock occupies a database
   * connection, so a process must not call this function twice at the same time.
   */
  whileLocked: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Limits queries through `db` to their owner. Queries through `executeSql` are not limited. */
  ownership: OwnerSeparation
  replica: Replica
  /** Set if the database runs in this process, which then maintains the files of the database. */
  embedded?: Embedded
  close: () => Promise<void>
}

export type Embedded = {
  /**
   * Runs `work` while no query runs. During `work`, the files of the database are complete and do
   * not change.
   */
  whileQuiet: <T>(work: () => Promise<T>) => Promise<T>
}

export type EmbeddedStore = Store & { embedded: Embedded }

/**
 * Opens the embedded Postgres in `folder/postgres`, creates the database on first use, and applies
 * all migrations.
 * @param folder the data folder.
 * @param options.keepsSnapshot copies the data to `folder/snapshots` before existing tables are
 * changed, and deletes old copies.
 * @throws {FolderInUseError} if another process uses the folder.
 * @throws {FolderUnusableError} if the folder cannot be written to.
 * @throws {NewerDataError} if a newer version changed the tables.
 * @throws {DatabaseUnusableError} if the files are damaged.
 */
export async function openStore(
  folder: string,
  { keepsSnapshot = false }: { keepsSnapshot?: boolean } = {},
): Promise<EmbeddedStore> {
  const unlock = await enterFolder(folder)
  let client: EmbeddedClient | undefined
  try {
    client = await openReopeningClient(path.join(folder, postgresFolder), () => tryToWrite(folder))
    await migrateFolder(client, folder, keepsSnapshot)
  } catch (error) {
    await client?.close().catch(() => undefined)
    await unlock()
    throw isDamage(error) ? damagedFolder(folder, error) : error
  }
  return embeddedStoreOn(client, unlock)
}

async function migrateFolder(
  client: EmbeddedClient,
  folder: string,
  keepsSnapshot: boolean,
): Promise<void> {
  if (keepsSnapshot) await removeOldSnapshots(folder)
  const beforeUpdate = async ({ from, to, appliedCount, count }: Update) => {
    const kept = await findInterruptedUpdate(folder, appliedCount)
    if (kept !== undefined) {
      console.warn(
        `Continuing the interrupted update of the data in ${folder} to ${to}: ${count} changes are left. The data before the update is kept in ${kept}.`,
      )
      return
    }
    const version = from ?? 'an older version'
    console.warn(`Updating the data in ${folder} from ${version} to ${to}: ${count} changes.`)
    const { whileQuiet } = createEmbedded(client)
    const snapshot = await snapshotBeforeUpdate(folder, {
      database: postgresFolder,
      version,
      whileQuiet,
    })
    await noteUpdate(folder, { snapshot, appliedCount })
    console.warn(`The data before the update is kept for two weeks in ${snapshot}.`)
  }
  try {
    await migrate(client, keepsSnapshot ? { beforeUpdate } : {})
    if (keepsSnapshot) await forgetUpdate(folder)
  } catch (error) {
    if (!(error instanceof NewerDataError)) throw error
    const snapshot = await findNewestSnapshot(folder)
    if (!snapshot) throw error
    throw new NewerDataError(
      error.version,
      ` Or go back to the data of ${snapshot.madeAt}, from before the update, without everything that was added since: npm run restore -- ${snapshot.folder} --replace`,
    )
  }
}

const isDamage = (error: unknown): error is Error =>
  error instanceof Error &&
  !isDiskFull(error) &&
  !isStorageRefused(error) &&
  (isDatabaseDamaged(error) ||
    error.name === 'RuntimeError' ||
    error.message.includes('PGlite failed to initialize'))

const damagedFolder = (folder: string, cause: Error) =>
  new DatabaseUnusableError(
    `the database in ${path.join(folder, postgresFolder)} is damaged, or was written by another version of Postgres (${cause.message}). Restore a backup: npm run restore -- BACKUP --replace, which keeps the damaged folder beside it.`,
    { cause },
  )

const unusable: Record<string, string> = {
  EROFS: 'is on a read-only disk',
  // Node reports a read-only disk as this error when it creates a folder with its parents.
  ENOENT: 'cannot be created: its disk is read-only, or does not allow new folders',
  EACCES: 'cannot be written to by this user',
  EPERM: 'cannot be written to by this user',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENAMETOOLONG: 'has a name that is too long',
  ENOLCK: 'is on a disk without file locks',
  ENOTSUP: 'is on a disk without file locks',
  ENOSYS: 'is on a disk without file locks',
}

/**
 * Locks a data folder for this process, also if the rows are stored on a database server.
 * @returns a function that releases the lock.
 * @throws {FolderInUseError} {FolderUnusableError}
 */
export async function enterFolder(folder: string): Promise<() => Promise<void>> {
  try {
    if (await finishRestore(folder)) console.warn(`Finished an interrupted restore of ${folder}.`)
    await makeFolder(folder)
    await keepPrivate(folder)
    const unlock = await lockFolder(folder)
    await forgetRestore(folder)
    return unlock
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = ownValue(unusable, code)
    if (why === undefined) throw error
    throw new FolderUnusableError(
      `the data folder ${folder} ${why}. Fix that, or set BOZZETTO_DATA to another folder.`,
      { cause: error },
    )
  }
}

async function tryToWrite(folder: string): Promise<void> {
  const file = path.join(folder, `writable-${process.pid}-${randomUUID()}`)
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile('1')
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * Creates a store on an open database with all migrations.
 * @param closed called after the store was closed.
 * @throws {DatabaseUnusableError} if queries would not be separated by owner.
 */
export function storeOn(
  client: Client,
  closed?: () => Promise<void>,
  replica: Replica = { id: newId(), isShared: false, wake: noWake },
): Store {
  const ownership: OwnerSeparation = { isStrict: false }
  const db = connect(client, ownership)
  assertOwnerEnforced(db, ownership)
  return {
    db,
    executeSql: executeSqlOn(client),
    transaction: (work) =>
      client.transaction((tx) =>
        // Drizzle calls only `query`, and a transaction has `query`, too.
        work({ db: connect(tx, ownership), executeSql: executeSqlOn(tx) }),
      ),
    whileLocked: client.whileLocked ?? ((_name, work) => work()),
    ownership,
    replica,
    close: async () => {
      await replica.wake.close()
      await client.close()
      await closed?.()
    },
  }
}

export function embeddedStoreOn(
  client: EmbeddedClient,
  closed?: () => Promise<void>,
): EmbeddedStore {
  return { ...storeOn(client, closed), embedded: createEmbedded(client) }
}

const createEmbedded = (client: EmbeddedClient): Embedded => ({
  whileQuiet: async (work) => {
    // Shortens the log, because a copy of the files has to replay the log.
    await (client.checkpoint?.() ?? client.exec('checkpoint'))
    return client.runExclusive(work)
  },
})

const executeSqlOn =
  (client: Client | ClientTransaction): ExecuteSql =>
  async (text, values) => {
    if (values && values.length > 0) return client.query(text, values.map(storableParam))
    // Only `exec` accepts a text with several statements.
    const results = await client.exec(text)
    return { rows: results.flatMap((result) => result.rows) }
  }
