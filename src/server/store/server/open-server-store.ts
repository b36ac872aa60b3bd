import { access } from 'node:fs/promises'
import path from 'node:path'
import { migrate } from '../migrate.ts'
import { enterFolder, postgresFolder, storeOn, type Store } from '../store.ts'
import { nameOf } from './connection.ts'
import { ownDatabase, whileMigrating } from './ownership.ts'
import { openServerClient } from './server-client.ts'

/** A former server ends within ten seconds; one of Postgres that starts may take longer. */
const waitDefaultMs = 30_000

/**
 * Opens a database on a Postgres server, with all migrations applied.
 *
 * @param url `postgres://…`, of the server itself: the lock is lost in a pooler that gives a connection
 *   to another after each transaction.
 * @param options.folder the data folder, which keeps all but the rows.
 * @throws {DatabaseUnusableError} when it cannot be reached, is refused, or in use by another Bozzetto.
 * @throws {FolderInUseError} {FolderUnusableError} {NewerDataError} as `openStore` does.
 */
export async function openServerStore(
  url: string,
  { folder, waitMs = waitDefaultMs }: { folder: string; waitMs?: number },
): Promise<Store> {
  const unlock = await enterFolder(folder)
  try {
    const { store, isNew } = await openDatabase(url, { waitMs })
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

/** The same without a data folder. @returns also whether it was empty. */
export async function openDatabase(
  url: string,
  options: { waitMs: number },
): Promise<{ store: Store; isNew: boolean }> {
  const ownership = await ownDatabase(url, options)
  const client = openServerClient(url, ownership.check)
  try {
    const isNew = await whileMigrating(url, () => migrate(client))
    return { store: storeOn(client, ownership.release), isNew }
  } catch (error) {
    await client.close()
    await ownership.release()
    throw error
  }
}

async function warnOfFormerRows(folder: string, url: string): Promise<void> {
  const former = await access(path.join(folder, postgresFolder)).then(
    () => true,
    () => false,
  )
  if (!former) return
  console.warn(
    `The database ${nameOf(url)} is empty, and ${folder} has data from before DATABASE_URL was set; “npm run move” takes it along.`,
  )
}
