import { PGlite, type Results, type Transaction } from '@electric-sql/pglite'
import { PreparedPostgres } from './prepared-postgres.ts'
import { isDiskFull, isStorageRefused } from '../../errors/http-error.ts'
import { PostgresFiles } from './postgres-files.ts'
import { WriteOrder } from './write-order.ts'

/** So much is written to the log between two checkpoints: what a start after a crash reads again. */
const checkpointAfterBytes = 16 * 1024 * 1024

const startParams = [
  // The first of them would switch syncing off.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  // The one that reaches our files: Emscripten drops the default, `fdatasync`.
  '-c',
  'wal_sync_method=fsync',
  // A file of the log that took another name could not be kept until the checkpoint is on the disk.
  '-c',
  'wal_recycle=off',
  // Nothing is replicated; this spares every checkpoint a file of its own.
  '-c',
  'max_active_replication_origins=0',
  // All that a checkpoint writes, it writes in one go: of the usual 128 MB that took a second, of 32 MB up to
  // 50 ms. What is read again is in the system's memory anyway.
  '-c',
  'shared_buffers=16MB',
  // A page elsewhere costs as much as the next one, where no disk arm moves. With the default of 4 a table
  // that has grown a lot since it was vacuumed is sorted whole for every page of it that is read.
  '-c',
  'random_page_cost=1.1',
]
/** Making a new file of the log blocks: 16 MiB, the default, for too long. */
const initDbStartParams = ['--wal-segsize=1']

/** The database has lost its files and is being opened again, or cannot be yet. */
class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'
}

export const storeAway = (cause: unknown): StoreAwayError =>
  new StoreAwayError('The database is waiting until its files can be written to.', { cause })

/**
 * An embedded Postgres in a folder. What it answers is on the disk: its statements and transactions
 * resolve when all that had been written by their end would survive a power cut. Those that end while
 * a sync is made share the next one; where nothing was written, nothing is waited for.
 *
 * It goes no further once its files were refused to it.
 */
export class SyncedPostgres extends PreparedPostgres {
  /** Why nothing may be asked of it any more. */
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

  /** What failed is waited for too: it may tell of something that has just been written. */
  async #synced<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      await this.#settle()
    }
  }

  /** Nothing is changed in the files while `work` runs, not by a checkpoint either. */
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

  /** Moves what was written from the log to the tables, and drops that part of the log. */
  async checkpoint(): Promise<void> {
    this.#checkpoint ??= this.#makeCheckpoint().finally(() => {
      this.#checkpoint = undefined
    })
    return this.#checkpoint
  }

  async #makeCheckpoint(): Promise<void> {
    // What is on the disk already need not be waited for, blocking, in the midst of it.
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

  /** After a sync that failed nobody knows what is on the disk. */
  async #loseIfRefused(syncing: Promise<void> | undefined): Promise<void> {
    try {
      await syncing
    } catch (error) {
      this.lost ??= error
      throw error
    }
  }

  async #watch<T>(work: () => Promise<T>): Promise<T> {
    if (this.lost !== undefined) throw storeAway(this.lost)
    try {
      return await work()
    } catch (error) {
      if (isFatal(error)) this.lost = error
      throw error
    }
  }
}

/** A full disk is borne by Postgres itself, unless it is the log that has no room. */
function isFatal(error: unknown): boolean {
  if (isStorageRefused(error)) return true
  const text = error instanceof Error ? error.message : ''
  if (isDiskFull(error)) return /log file|pg_wal/.test(text)
  // What did not come from a statement: the machine that runs Postgres has stopped.
  return error instanceof Error && error.name === 'RuntimeError'
}
