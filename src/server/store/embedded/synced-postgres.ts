import { PGlite, types, type Results, type Transaction } from '@electric-sql/pglite'
import { isDiskFull, isStorageRefused } from '../../errors/http-error.ts'
import { PostgresFiles } from './postgres-files.ts'
import { WriteOrder } from './write-order.ts'

/**
 * Size of the log after which a checkpoint is made, in bytes. A start after a crash has to read the
 * log since the last checkpoint.
 */
const checkpointAfterBytes = 16 * 1024 * 1024

const startParams = [
  // PGlite's default parameter `-F` is removed, because it would disable syncing.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  // Postgres calls `fsync`, because Emscripten ignores `fdatasync`, the default.
  '-c',
  'wal_sync_method=fsync',
  // Log files are deleted instead of reused, because a deletion can be postponed until the
  // checkpoint is synced.
  '-c',
  'wal_recycle=off',
  // Saves one file per checkpoint, which only replication needs.
  '-c',
  'max_active_replication_origins=0',
  // Few buffers, because a checkpoint writes all buffers without interruption. The default of 128
  // MB takes a second, 32 MB take up to 50 ms.
  '-c',
  'shared_buffers=16MB',
  // Cost of a random page, which equals that of a sequential page on an SSD. With the default of 4,
  // Postgres sorts a whole table for every page of results.
  '-c',
  'random_page_cost=1.1',
]
/**
 * Parameters for a small log file in MB. Creating a file of the default 16 MB blocks the process
 * for too long.
 */
const initDbStartParams = ['--wal-segsize=1']

/** Number of the type `text[]` in Postgres. Queries return no other arrays. */
const textArrayType = 1009

/**
 * Removes the parsers of array types that no query returns. PGlite copies all parsers for each query
 * of Drizzle: copying the parsers of 400 types takes as long as a small query.
 */
export function removeUnusedParsers({ parsers }: PGlite): void {
  for (const type of Object.keys(parsers)) {
    const isUsed = Object.hasOwn(types.parsers, type) || Number(type) === textArrayType
    if (!isUsed) delete parsers[type]
  }
}

class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'
}

export const createStoreAwayError = (cause: unknown): StoreAwayError =>
  new StoreAwayError('The database is waiting until its files can be written to.', { cause })

/**
 * An embedded Postgres in a folder. Statements and transactions resolve when their changes would
 * survive a power failure. All queries are rejected after the disk has refused a write.
 */
export class SyncedPostgres extends PGlite {
  lost?: unknown
  readonly #order: WriteOrder
  #checkpoint: Promise<void> | undefined
  #finishing: Promise<void> | undefined

  constructor(folder: string) {
    const order = new WriteOrder()
    super({ fs: new PostgresFiles(folder, order), startParams, initDbStartParams })
    this.#order = order
  }

  override async execProtocol(...given: Parameters<PGlite['execProtocol']>) {
    return this.#watch(() => super.execProtocol(...given))
  }

  override async execProtocolStream(
    ...given: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    return this.#watch(() => super.execProtocolStream(...given))
  }

  override async query<T>(...given: Parameters<PGlite['query']>): Promise<Results<T>> {
    return this.#synced(() => super.query<T>(...given))
  }

  override async exec(...given: Parameters<PGlite['exec']>): Promise<Results[]> {
    return this.#synced(() => super.exec(...given))
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#synced(() => super.transaction(work))
  }

  /**
   * Waits for the sync even if the query failed, because its error may depend on data that was just
   * written.
   */
  async #synced<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      await this.#settle()
    }
  }

  /** Prevents all changes to the files while `work` runs, including checkpoints. */
  override async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    return super.runExclusive(async () => {
      await this.#finishing
      return work()
    })
  }

  override async close(): Promise<void> {
    await this.#checkpoint?.catch(() => undefined)
    await super.close()
    await this.#order.settled()
  }

  async checkpoint(): Promise<void> {
    this.#checkpoint ??= this.#makeCheckpoint().finally(() => {
      this.#checkpoint = undefined
    })
    return this.#checkpoint
  }

  async #makeCheckpoint(): Promise<void> {
    // The log is synced first, because otherwise the checkpoint would block the process during the
    // sync.
    await this.#order.settled()
    let finish: (() => Promise<void>) | undefined
    try {
      await this.transaction(async (tx) => {
        this.#order.hold()
        try {
          await tx.exec('checkpoint')
        } finally {
          finish = this.#order.release()
        }
      })
    } finally {
      this.#finishing = finish?.()
      await this.#loseIfRefused(this.#finishing)
    }
  }

  async #settle(): Promise<void> {
    await this.#loseIfRefused(this.#order.settled())
    if (this.#order.logBytes < checkpointAfterBytes || this.#checkpoint || !this.ready) return
    this.checkpoint().catch((error: unknown) => {
      if (this.lost === undefined) console.error('A checkpoint of the database failed.', error)
    })
  }

  /** After a failed sync the contents of the disk are unknown, so the instance is abandoned. */
  async #loseIfRefused(syncing: Promise<void> | undefined): Promise<void> {
    try {
      await syncing
    } catch (error) {
      this.lost ??= error
      throw error
    }
  }

  async #watch<T>(work: () => Promise<T>): Promise<T> {
    if (this.lost !== undefined) throw createStoreAwayError(this.lost)
    try {
      return await work()
    } catch (error) {
      if (isFatal(error)) this.lost = error
      throw error
    }
  }
}

/**
 * Returns whether the instance has failed. A full disk is no failure unless the log cannot be
 * written.
 */
function isFatal(error: unknown): boolean {
  if (isStorageRefused(error)) return true
  const text = error instanceof Error ? error.message : ''
  if (isDiskFull(error)) return /log file|pg_wal/.test(text)
  // No statement causes such an error. The WebAssembly instance has stopped.
  return error instanceof Error && error.name === 'RuntimeError'
}
