import { PGlite } from '@electric-sql/pglite'
import { isDiskFull, isStorageRefused } from '../errors.ts'

/** What is used of the embedded Postgres. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'runExclusive' | 'close'>

/** When opening it again has failed, it is left alone for so long. */
const pauseMs = 1_000

/** The database has lost its files and is being opened again, or cannot be yet. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'
}

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
): Promise<Client> {
  let client = new WatchedPGlite(folder)
  await client.waitReady
  let opening: Promise<WatchedPGlite> | undefined
  let isClosed = false
  let notBefore = 0

  const openAgain = async (): Promise<WatchedPGlite> => {
    const { lost } = client
    if (performance.now() < notBefore) throw away(lost)
    try {
      await probe()
      const next = new WatchedPGlite(folder)
      await next.waitReady
      console.warn('The database was opened again: its files can be written to.')
      return next
    } catch (error) {
      notBefore = performance.now() + pauseMs
      throw away(error)
    }
  }
  const current = async (): Promise<WatchedPGlite> => {
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
    runExclusive: async (work) => (await current()).runExclusive(work),
    close: async () => {
      isClosed = true
      // It must not be entered any more, not even to say goodbye; the log has everything.
      if (client.lost === undefined) await client.close()
    },
  }
}

/** Goes no further once its files were refused to it. */
class WatchedPGlite extends PGlite {
  /** Why nothing may be asked of it any more. */
  lost?: unknown

  override async execProtocol(...given: Parameters<PGlite['execProtocol']>) {
    return this.#watch(() => super.execProtocol(...given))
  }

  override async execProtocolStream(...given: Parameters<PGlite['execProtocolStream']>) {
    return this.#watch(() => super.execProtocolStream(...given))
  }

  async #watch<T>(work: () => Promise<T>): Promise<T> {
    if (this.lost !== undefined) throw away(this.lost)
    try {
      return await work()
    } catch (error) {
      if (isFatal(error)) this.lost = error
      throw error
    }
  }
}

const away = (cause: unknown): StoreAwayError =>
  new StoreAwayError('The database waits until its files can be written to.', { cause })

/** A full disk is borne by Postgres itself, unless it is the log that has no room. */
function isFatal(error: unknown): boolean {
  if (isStorageRefused(error)) return true
  const text = error instanceof Error ? error.message : ''
  if (isDiskFull(error)) return /log file|pg_wal/.test(text)
  // What did not come from a statement: the machine that runs Postgres has stopped.
  return error instanceof Error && error.name === 'RuntimeError'
}
