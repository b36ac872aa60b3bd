import type { PGlite } from '@electric-sql/pglite'

/** The database interface that the embedded Postgres and a server share. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>

/** Additional operations of a Postgres whose files are in the data folder. */
export type EmbeddedClient = Client &
  Pick<PGlite, 'runExclusive'> & {
    checkpoint?: () => Promise<void>
  }
