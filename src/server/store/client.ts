import type { PGlite, Transaction } from '@electric-sql/pglite'

/** Drizzle and the job queue call no other methods of a transaction. */
export type ClientTransaction = Pick<Transaction, 'query' | 'exec'>

/** Methods that both the embedded Postgres and a database server have. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'close'> & {
  transaction: <T>(work: (tx: ClientTransaction) => Promise<T>) => Promise<T>
  /** Absent if no other process uses the database. See `Store.whileLocked`. */
  whileLocked?: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/** The embedded Postgres, whose files are in the data folder. */
export type EmbeddedClient = Client &
  Pick<PGlite, 'runExclusive'> & {
    checkpoint?: () => Promise<void>
  }
