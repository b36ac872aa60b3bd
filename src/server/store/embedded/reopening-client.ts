import type { EmbeddedClient } from '../client.ts'
import { createStoreAwayError, removeUnusedParsers, SyncedPostgres } from './synced-postgres.ts'

/** Pause after a failed attempt to reopen the database, in milliseconds. */
const pauseMs = 1_000

/**
 * Opens an embedded Postgres that is reopened after the disk has refused a write. The running
 * instance is abandoned immediately, because its next step may loop forever.
 * @param probe throws while the folder cannot be written to.
 * @throws the errors of `PGlite` if the database cannot be opened.
 */
export async function openReopeningClient(
  folder: string,
  probe: () => Promise<void>,
): Promise<EmbeddedClient> {
  let client = await openPostgres(folder)
  let opening: Promise<SyncedPostgres> | undefined
  let isClosed = false
  let notBefore = 0

  const openAgain = async (): Promise<SyncedPostgres> => {
    const { lost } = client
    if (performance.now() < notBefore) throw createStoreAwayError(lost)
    try {
      await probe()
      const next = await openPostgres(folder)
      console.warn('The database was opened again: its files can be written to.')
      return next
    } catch (error) {
      notBefore = performance.now() + pauseMs
      throw createStoreAwayError(error)
    }
  }
  const current = async (): Promise<SyncedPostgres> => {
    if (client.lost === undefined || isClosed) return client
    opening ??= openAgain().finally(() => {
      opening = undefined
    })
    client = await opening
    return client
  }

  return {
    query: async (...given) => (await current()).query(...given),
    exec: async (...given) => (await current()).exec(...given),
    transaction: async (work) => (await current()).transaction(work),
    checkpoint: async () => (await current()).checkpoint(),
    runExclusive: async (work) => (await current()).runExclusive(work),
    close: async () => {
      isClosed = true
      // Do not call `close` on a failed Postgres instance, because the call may loop forever. The
      // write-ahead log already contains all data.
      if (client.lost === undefined) await client.close()
    },
  }
}

async function openPostgres(folder: string): Promise<SyncedPostgres> {
  const client = new SyncedPostgres(folder)
  await client.waitReady
  removeUnusedParsers(client)
  return client
}
