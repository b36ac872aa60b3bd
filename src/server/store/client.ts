import type { PGlite } from '@electric-sql/pglite'

/** The interface that the embedded Postgres and a database server have in common. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>

/** The interface of the embedded Postgres, whose files are in the data folder. */
export type EmbeddedClient = Client &
  Pick<PGlite, 'runExclusive'> & {
    checkpoint?: () => Promise<void>
  }
