import type { Results, Transaction } from '@electric-sql/pglite'
import pLimit from 'p-limit'
import {
  Pool,
  type CustomTypesConfig,
  type PoolClient,
  type QueryArrayResult,
  type QueryResult,
  type types as pgTypes,
} from 'pg'
import type { Client } from '../client.ts'
import { connectionTo, prepare } from './connection.ts'
import { asUnreachable } from './unreachable.ts'

/** A transaction holds one connection; the statements beside it need another. */
export const connectionsDefault = 10
const idleTimeoutMs = 30_000
/** Two statements have waited for each other; Postgres has undone this one. */
const deadlockState = '40P01'
const triesMax = 3

type QueryOptions = Parameters<Client['query']>[2]

/**
 * A pool of connections to a database server that behaves as the embedded Postgres does. As there,
 * transactions run one at a time: what counts and then writes is right without locks of its own. All
 * other statements run beside them.
 *
 * @param check throws while nothing may be asked of the database.
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
    // The pool waits for it, which its types do not say.
    // oxlint-disable-next-line no-misused-promises
    onConnect: prepare,
  })
  // One that broke while nobody used it is replaced by the pool; unheard, this would end the process.
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
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

/** Gives the connection back; a transaction that `work` has left unfinished is undone. */
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

// Neither Drizzle nor the queue calls anything else of it.
const transactionOver = (connection: PoolClient): Transaction =>
  ({
    query: (text: string, values?: unknown[], options?: QueryOptions) =>
      query(connection, text, { values, options }),
    exec: (text: string) => exec(connection, text),
  }) as unknown as Transaction

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
    // Several statements give a list, which the types do not know.
    return [await on.query(text)].flat().map((result) => toResults(result))
  } catch (error) {
    throw asUnreachable(error)
  }
}

const toResults = <T>({ rows, rowCount, fields }: QueryResult | QueryArrayResult) =>
  ({ rows, affectedRows: rowCount ?? 0, fields }) as unknown as Results<T>

const { types: usual } = connectionTo('postgres://localhost')

/** The parsers that somebody asks for, before the usual ones. */
const typesWith = (
  parsers: NonNullable<NonNullable<QueryOptions>['parsers']>,
): CustomTypesConfig => ({
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? usual?.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
})

/** A statement alone is undone as a whole, and can be made again. */
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
