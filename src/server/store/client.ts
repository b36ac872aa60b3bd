import type { PGlite } from '@electric-sql/pglite'

/** What the tables are read and written through: the embedded Postgres, or a server. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>

/** What one can do besides with a Postgres whose files are here. */
export type EmbeddedClient = Client &
  Pick<PGlite, 'runExclusive'> & {
    /** Moves what was written from the log to the tables. */
    checkpoint?: () => Promise<void>
  }
