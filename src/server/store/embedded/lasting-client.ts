import type { EmbeddedClient } from '../client.ts'
import { storeAway, SyncedPostgres } from './synced-postgres.ts'

/** When opening it again has failed, it is left alone for so long. */
const pauseMs = 1_000

/**
 * An embedded Postgres that outlives the loss of its files. After a write that the disk refused, the
 * running one may spin for ever in its next step; it is given up at that moment, and the next query
 * opens another on the same folder, which finds all that had been confirmed in the log.
 *
 * @param probe throws while nothing can be written to the folder.
 * @throws what `PGlite` throws when it cannot be opened.
 */
export async function openLastingClient(
  folder: string,
  probe: () => Promise<void>,
): Promise<EmbeddedClient> {
  let client = new SyncedPostgres(folder)
  await client.waitReady
  let opening: Promise<SyncedPostgres> | undefined
  let isClosed = false
  let notBefore = 0

  const openAgain = async (): Promise<SyncedPostgres> => {
    const { lost } = client
    if (performance.now() < notBefore) throw storeAway(lost)
    try {
      await probe()
      const next = new SyncedPostgres(folder)
      await next.waitReady
      console.warn('The database was opened again: its files can be written to.')
      return next
    } catch (error) {
      notBefore = performance.now() + pauseMs
      throw storeAway(error)
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
      // It must not be entered any more, not even to say goodbye; the log has everything.
      if (client.lost === undefined) await client.close()
    },
  }
}
