import type { PGlite, Transaction } from '@electric-sql/pglite'

/** The part of a transaction that Drizzle and the queue call. */
export type ClientTransaction = Pick<Transaction, 'query' | 'exec'>

/** The interface that the embedded Postgres and a database server have in common. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'close'> & {
  transaction: <T>(work: (tx: ClientTransaction) => Promise<T>) => Promise<T>
}

/** The interface of the embedded Postgres, whose files are in the data folder. */
export type EmbeddedClient = Client &
  Pick<PGlite, 'runExclusive'> & {
    checkpoint?: () => Promise<void>
  }
