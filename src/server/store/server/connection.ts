import { types } from '@electric-sql/pglite'
import { type ClientBase, type ClientConfig, Client as PgClient, types as pgTypes } from 'pg'

const connectTimeoutMs = 10_000
/** Timeout of a statement in milliseconds. Migrations have no timeout. */
const statementTimeoutMs = 60_000
const int8 = 20

/** Parses values as the embedded Postgres does, for example counts as numbers instead of texts. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === int8
    ? types.parsers[int8]
    : pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser

/** @param url `postgres://…`, which may contain a password. */
export const connectionTo = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'bozzetto',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  types: { getTypeParser },
})

/**
 * Sets the statement timeout, and the time zone in which the embedded Postgres formats times.
 * Poolers such as PgBouncer reject startup parameters, so statements set both.
 */
export async function configureSession(
  client: ClientBase,
  timeoutMs = statementTimeoutMs,
): Promise<void> {
  await client.query(
    `set statement_timeout = ${timeoutMs};
    set idle_in_transaction_session_timeout = ${statementTimeoutMs};
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`,
  )
}

/**
 * Opens a connection outside the pool.
 * @param timeoutMs timeout of each statement, in milliseconds.
 * @throws the errors of `pg`, after the connection was closed.
 */
export async function connectTo(url: string, timeoutMs?: number): Promise<PgClient> {
  const client = new PgClient(connectionTo(url))
  // The error is ignored, because the next statement also throws it.
  client.on('error', () => {})
  try {
    await client.connect()
    await configureSession(client, timeoutMs)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Formats the host and database of `url`, without its password. */
export function formatDatabaseName(url: string): string {
  const { host, pathname } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1)) || 'postgres'} at ${host || 'this machine'}`
}
