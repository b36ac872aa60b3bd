import { Client as PgClient, Pool, type PoolClient } from 'pg'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { listConversationRows } from '#server/chat/conversations/conversation-rows.ts'
import type { Client } from '#server/store/client.ts'
import { migrate } from '#server/store/migrate.ts'
import { asOwner, currentOwnerId } from '#server/store/owner-scope.ts'
import * as schema from '#server/store/schema.ts'
import { connectionTo } from '#server/store/server/connection.ts'
import { openServerClient } from '#server/store/server/server-client.ts'
import { storeOn, type Store } from '#server/store/store.ts'
import { startTestServer } from '#server/testing/postgres/test-server.ts'
import { ensurePostgres } from '../../cli/testing/test-postgres.mjs'
import { median } from '../table.ts'

const people = ['anna', 'ben']
const chatsEach = 200
const rounds = 1_500
const warmUps = 50
const setting = 'bozzetto.owner'

/**
 * Measures how much slower lists become with row-level security of Postgres, in percent. Each owned
 * table gets a policy, and each statement sets the owner in a separate transaction, because
 * connection poolers require this. The variants alternate, so that the load of other programs
 * affects all variants.
 */
export async function rowSecurity(): Promise<Record<string, number>> {
  const found = await ensurePostgres()
  if (found.home === undefined) throw new Error(found.missing)
  const server = await startTestServer(found.home)
  const open: Store[] = []
  try {
    const plain = await prepare(server.url)
    open.push(plain)
    await addPolicies(server.url)
    const asApp = server.url.replace('postgres@', 'app@')
    const ways = {
      plain,
      policies: storeOn(openNaming(asApp, 'once')),
      pipelined: storeOn(openNaming(asApp, 'pipelined')),
      inTurn: storeOn(openNaming(asApp, 'in turn')),
    }
    open.push(ways.policies, ways.pipelined, ways.inTurn)
    const times = await takeTurns(ways)
    // Variants are compared within each round, because the load of other programs changes between
    // rounds.
    const costs = (way: keyof typeof ways) => {
      const ratios = times[way].map((ms, round) => ms / (times.plain[round] ?? Number.NaN))
      return Math.round((median(ratios) - 1) * 1000) / 10
    }
    return {
      rls_list_p50_ms: Math.round(median(times.plain) * 100) / 100,
      rls_policies_percent: costs('policies'),
      rls_pipelined_percent: costs('pipelined'),
      rls_in_turn_percent: costs('inTurn'),
    }
  } finally {
    for (const store of open) await store.close()
    await server.stop()
  }
}

async function prepare(url: string): Promise<Store> {
  const client = openServerClient(url, () => {})
  await migrate(client)
  const store = storeOn(client)
  store.ownership.isStrict = true
  for (const owner of people) {
    await asOwner(owner, async () => {
      const chats = Array.from({ length: chatsEach }, (_, at) => ({
        id: newId(),
        title: `Chat ${at}`,
      }))
      await store.db.insert(schema.conversations).values(chats)
    })
  }
  await client.exec('analyze')
  return store
}

/**
 * Adds a policy to each owned table. Policies apply to the role `app`, but not to the superuser,
 * who owns the tables.
 */
async function addPolicies(url: string): Promise<void> {
  const admin = new PgClient({ connectionString: url })
  await admin.connect()
  await admin.query(
    'create role app login; grant all on all tables in schema public to app; grant usage on schema public to app',
  )
  for (const table of Object.values(schema)) {
    if (!is(table, Table) || !('ownerId' in getTableColumns(table))) continue
    const name = getTableName(table)
    await admin.query(`alter table ${name} enable row level security;
      create policy own on ${name} using (owner_id = (select current_setting('${setting}', true)))`)
  }
  await admin.end()
}

type Way = 'once' | 'pipelined' | 'in turn'

/**
 * Creates a client that sets the owner for each statement. `once` sets the owner once per
 * connection, which measures only the cost of the policies.
 */
function openNaming(url: string, way: Way): Client {
  const pool = new Pool({ ...connectionTo(url), max: 10, pipeline: way === 'pipelined' })
  if (way === 'once') {
    pool.on('connect', (on) => void on.query(`select set_config('${setting}', 'anna', false)`))
  }
  const ask = async (on: PoolClient, config: object, values: unknown[]) => {
    const begin = `begin; select set_config('${setting}', '${currentOwnerId()}', true)`
    if (way === 'once') return on.query(config as never, values)
    if (way === 'in turn') {
      await on.query(begin)
      const result = await on.query(config as never, values)
      await on.query('commit')
      return result
    }
    const all = [on.query(begin), on.query(config as never, values), on.query('commit')] as const
    const [, result] = await Promise.all(all)
    return result
  }
  const query = async (text: string, values: unknown[] = [], options?: { rowMode?: string }) => {
    const on = await pool.connect()
    try {
      return await ask(
        on,
        { text, ...(options?.rowMode === 'array' && { rowMode: 'array' }) },
        values,
      )
    } finally {
      on.release()
    }
  }
  return { query, close: () => pool.end() } as unknown as Client
}

async function takeTurns<Name extends string>(
  ways: Record<Name, Store>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]]))
  for (let round = -warmUps; round < rounds; round++) {
    const first = (round + warmUps) % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const start = performance.now()
      const { conversations } = await asOwner('anna', () =>
        listConversationRows(ways[name].db, { view: 'active', limit: 50 }),
      )
      if (round >= 0) times[name]?.push(performance.now() - start)
      if (conversations.length !== 50) throw new Error(`${name} found ${conversations.length}.`)
    }
  }
  return times as Record<Name, number[]>
}
