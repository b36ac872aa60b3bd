import { types } from '@electric-sql/pglite'
import { type ClientBase, type ClientConfig, Client as PgClient, types as pgTypes } from 'pg'

const connectTimeoutMs = 10_000
/** No statement of ours takes so long, save those of migrations. */
const statementTimeoutMs = 60_000
const int8 = 20

/** Values are read as the embedded Postgres reads them: counts as numbers, not as texts. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === int8
    ? types.parsers[int8]
    : pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser

/**
 * How a database server is connected to; `prepare` does the rest once it is.
 *
 * @param url `postgres://…`, with a password perhaps.
 */
export const connectionTo = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'bozzetto',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  types: { getTypeParser },
})

/**
 * Sets how long statements may take, and that times come as the embedded one gives them, wherever the server
 * thinks it is. Said by statements: poolers such as PgBouncer refuse who connects with settings that they do not know.
 */
export async function prepare(client: ClientBase, timeoutMs = statementTimeoutMs): Promise<void> {
  await client.query(
    `set statement_timeout = ${timeoutMs};
    set idle_in_transaction_session_timeout = ${statementTimeoutMs};
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`,
  )
}

/**
 * Opens a connection of its own, outside the pool.
 *
 * @param timeoutMs how long each statement may take.
 * @throws what `pg` throws; the connection is ended then.
 */
export async function connectTo(url: string, timeoutMs?: number): Promise<PgClient> {
  const client = new PgClient(connectionTo(url))
  // The next statement tells.
  client.on('error', () => {})
  try {
    await client.connect()
    await prepare(client, timeoutMs)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Where `url` leads, without its password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1)) || 'postgres'} at ${host || 'this machine'}`
}
