import type { Results } from '@electric-sql/pglite'
import pLimit from 'p-limit'
import {
  Pool,
  type CustomTypesConfig,
  type PoolClient,
  type QueryArrayResult,
  type QueryResult,
  type types as pgTypes,
} from 'pg'
import type { Client, ClientTransaction } from '../client.ts'
import { connectionTo, configureSession } from './connection.ts'
import { asUnreachable } from './unreachable.ts'

/**
 * Default pool size. A transaction uses one connection, and concurrent statements use the others.
 */
export const connectionsDefault = 10
const idleTimeoutMs = 30_000
/** SQLSTATE of a deadlock, after which Postgres has rolled back the statement. */
const deadlockState = '40P01'
const triesMax = 3

type QueryOptions = Parameters<Client['query']>[2]

/**
 * Opens a pool of connections that behaves like the embedded Postgres. Transactions run one at a
 * time, so that code can read a count and then write without locks.
 * @param check throws while the database must not be used.
 * @param connectionsMax size of the pool.
 */
export function openServerClient(
  url: string,
  check: () => void,
  connectionsMax = connectionsDefault,
): Client {
  const pool = new Pool({
    ...connectionTo(url),
    max: connectionsMax,
    idleTimeoutMillis: idleTimeoutMs,
    // The pool awaits the promise, although its types do not say so.
    // oxlint-disable-next-line no-misused-promises
    onConnect: configureSession,
  })
  // The pool replaces broken idle connections. Without a listener, the error would end the process.
  pool.on('error', () => {})
  const inTurn = pLimit(1)
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw asUnreachable(error)
    })
  let closing: Promise<void> | undefined

  return {
    query: async <T>(text: string, values?: unknown[], options?: QueryOptions) => {
      check()
      return again(() => query<T>(pool, text, { values, options }))
    },
    exec: async (text) => {
      check()
      return again(async () => withConnection(await connect(), (on) => exec(on, text)))
    },
    transaction: (work) =>
      inTurn(async () => {
        check()
        return withConnection(await connect(), async (on) => {
          await exec(on, 'begin')
          const done = await work(transactionOver(on))
          await exec(on, 'commit')
          return done
        })
      }),
    whileLocked: async (name, work) => {
      check()
      return withConnection(await connect(), async (on) => {
        await exec(on, 'begin')
        await query(on, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', {
          values: [name],
          options: undefined,
        })
        const done = await work()
        await exec(on, 'commit')
        return done
      })
    },
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

async function withConnection<T>(
  connection: PoolClient,
  work: (on: PoolClient) => Promise<T>,
): Promise<T> {
  let broken: Error | undefined
  const lose = (error: Error) => {
    broken = error
  }
  connection.on('error', lose)
  try {
    return await work(connection)
  } catch (error) {
    await connection.query('rollback').catch(lose)
    throw error
  } finally {
    connection.off('error', lose)
    connection.release(broken)
  }
}

const transactionOver = (connection: PoolClient): ClientTransaction => ({
  query: (text, values, options) => query(connection, text, { values, options }),
  exec: (text) => exec(connection, text),
})

type Asked = { values: unknown[] | undefined; options: QueryOptions }

async function query<T>(
  on: Pool | PoolClient,
  text: string,
  { values = [], options }: Asked,
): Promise<Results<T>> {
  try {
    const config = {
      text,
      ...(options?.rowMode === 'array' && { rowMode: 'array' as const }),
      ...(options?.parsers && { types: typesWith(options.parsers) }),
    }
    return toResults<T>(await on.query(config, values))
  } catch (error) {
    throw asUnreachable(error)
  }
}

async function exec(on: PoolClient, text: string): Promise<Results[]> {
  try {
    // A text with several statements returns an array, which the types omit.
    return [await on.query(text)].flat().map((result) => toResults(result))
  } catch (error) {
    throw asUnreachable(error)
  }
}

const toResults = <T>({ rows, rowCount, fields }: QueryResult | QueryArrayResult): Results<T> => ({
  rows: rows as T[],
  affectedRows: rowCount ?? 0,
  fields,
})

const { types: usual } = connectionTo('postgres://localhost')

const typesWith = (
  parsers: NonNullable<NonNullable<QueryOptions>['parsers']>,
): CustomTypesConfig => ({
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? usual?.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
})

/**
 * Repeats a single statement after a deadlock, which is safe because Postgres rolled the statement
 * back.
 */
async function again<T>(make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === deadlockState
      if (!isDeadlock || tries >= triesMax) throw error
    }
  }
}
