import { types } from '@electric-sql/pglite'
import { type ClientConfig, types as pgTypes } from 'pg'

const connectTimeoutMs = 10_000
/** No statement of ours takes so long, save those of migrations. */
const statementTimeoutMs = 60_000
const int8 = 20

/** Values are read as the embedded Postgres reads them: counts as numbers, not as texts. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === int8
    ? types.parsers[int8]
    : pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser

/** How a database server is connected to. @param url `postgres://…`, with a password perhaps. */
export const connectionTo = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'bozzetto',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: statementTimeoutMs,
  // Times come as the embedded one gives them, wherever the server thinks it is.
  options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres',
  types: { getTypeParser },
})

/** Where `url` leads, without its password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1)) || 'postgres'} at ${host || 'this machine'}`
}
