import { access } from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Role } from '#contract/access/access.ts'
import type { TaskStatus } from '#contract/tasks.ts'
import { isMissing } from '../disk/missing.ts'
import { openReopeningClient } from '../store/embedded/reopening-client.ts'
import type { auditEvents, idempotencyKeys, passwords } from '../store/schema.ts'
import { postgresFolder } from '../store/store.ts'
import { readFormerFactors, type FormerFactor } from './settle-factor.ts'

type PasswordRow = typeof passwords.$inferSelect
type KeyedOrder = typeof idempotencyKeys.$inferSelect
export type AuditRow = typeof auditEvents.$inferSelect

export type FormerSpending = { spentUsd: number; spentMonth: string; reservedUsd: number }

export type FormerPerson = { id: string; role: Role; passwordHash: string | null; isOff: boolean }

export type FormerSchedule = { id: string; month: string; monthUsd: number }

export type FormerTask = { status: TaskStatus; submittedAt: Date | null; upstreamId: string | null }

/** Facts about the data folder that a restore is about to replace. The backup may lack them. */
export type FormerData = {
  keysOn: Set<string>
  keysRevoked: Set<string>
  spending: Map<string, FormerSpending>
  links: Set<string>
  /** Ids of rights to chats and models. `undefined` if this version has none. */
  grants: Set<string> | undefined
  directoryTokens: Set<string>
  people: FormerPerson[]
  schedules: FormerSchedule[]
  /** Ids of delivered webhooks. */
  delivered: string[]
  password: PasswordRow | undefined
  factors: FormerFactor[]
  tasks: Map<string, FormerTask>
  runs: string[]
  keyedOrders: KeyedOrder[]
  /** Ids of paid tasks and answers that were submitted before an earlier restore of this folder. */
  pastOrders: string[]
  auditEvents: AuditRow[]
}

/**
 * Reads the data folder that is about to be replaced.
 * @param data locked by this process.
 * @returns `undefined` without a readable database.
 */
export async function readFormerData(data: string): Promise<FormerData | undefined> {
  const folder = path.join(data, postgresFolder)
  try {
    // The check avoids opening a missing database, which would create it.
    await access(path.join(folder, 'PG_VERSION'))
    const client = await openReopeningClient(folder, () => Promise.resolve())
    try {
      return await readAll(client)
    } finally {
      await client.close()
    }
  } catch (cause) {
    if (!isMissing(cause)) console.warn(`The database in ${folder} could not be read.`, cause)
    return undefined
  }
}

type Query = Pick<PGlite, 'query'>

async function readAll(client: Query): Promise<FormerData> {
  const { rows: keys } = await client.query<{ digest: string; isOn: boolean } & FormerSpending>(
    `select digest, revoked_at is null as "isOn", spent_usd as "spentUsd",
       spent_month as "spentMonth", ${await orNothing(client, 'api_keys.reserved_usd', '0')} as "reservedUsd"
     from api_keys`,
  )
  const { rows: links } = await client.query<{ token: string }>('select token from shares')
  const { rows: tasks } = await client.query<{ id: string } & FormerTask>(
    `select id, status, submitted_at as "submittedAt", upstream_id as "upstreamId" from tasks`,
  )
  const { rows: runs } = await client.query<{ id: string }>('select id from runs')
  const digests = (isOn: boolean) =>
    new Set(keys.filter((key) => key.isOn === isOn).map(({ digest }) => digest))
  return {
    keysOn: digests(true),
    keysRevoked: digests(false),
    spending: new Map(keys.map((key) => [key.digest, key])),
    links: new Set(links.map(({ token }) => token)),
    grants: await readGrants(client),
    directoryTokens: new Set(
      (
        await readIfThere<{ digest: string }>(
          client,
          'scim_tokens.digest',
          'select digest from scim_tokens',
        )
      ).map(({ digest }) => digest),
    ),
    delivered: (
      await readIfThere<{ id: string }>(
        client,
        'webhook_deliveries.status',
        "select id from webhook_deliveries where status = 'delivered'",
      )
    ).map(({ id }) => id),
    people: await readIfThere(
      client,
      'users.password_hash',
      'select id, role, password_hash as "passwordHash", is_off as "isOff" from users',
    ),
    schedules: await readIfThere(
      client,
      'schedules.month_usd',
      'select id, month, month_usd as "monthUsd" from schedules',
    ),
    password: await readPassword(client),
    factors: await readFormerFactors(client),
    tasks: new Map(tasks.map((task) => [task.id, task])),
    runs: runs.map(({ id }) => id),
    keyedOrders: await readKeyedOrders(client),
    pastOrders: await readPastOrders(client),
    auditEvents: await readAuditEvents(client),
  }
}

/** Runs a query, or returns no rows if an older version lacks the column. */
async function readIfThere<T>(client: Query, place: string, query: string): Promise<T[]> {
  if ((await orNothing(client, place, '')) === '') return []
  return (await client.query<T>(query)).rows
}

async function readGrants(client: Query): Promise<Set<string> | undefined> {
  if ((await orNothing(client, 'grants.id', '')) === '') return undefined
  const { rows } = await client.query<{ id: string }>('select id from grants')
  return new Set(rows.map(({ id }) => id))
}

const readKeyedOrders = (client: Query): Promise<KeyedOrder[]> =>
  readIfThere(
    client,
    'idempotency_keys.key',
    `select scope, key, digest, task_id as "taskId", created_at as "createdAt" from idempotency_keys`,
  )

async function readPastOrders(client: Query): Promise<string[]> {
  const query = 'select id from past_orders'
  const rows = await readIfThere<{ id: string }>(client, 'past_orders.id', query)
  return rows.map(({ id }) => id)
}

async function readPassword(client: Query): Promise<PasswordRow | undefined> {
  const { rows } = await client.query<PasswordRow>(
    'select id, hash, source, changed_at as "changedAt" from passwords',
  )
  return rows[0]
}

/** Reads the whole table at once, because the table has a few thousand rows at most. */
const readAuditEvents = (client: Query): Promise<AuditRow[]> =>
  readIfThere(
    client,
    'audit_events.id',
    `select id, kind, actor, address, subject, request_id as "requestId", count, at,
       last_at as "lastAt"
     from audit_events`,
  )

/** Returns the column, or `instead` if an older version of the table lacks the column. */
async function orNothing(client: Query, place: string, instead: string): Promise<string> {
  const [table, column] = place.split('.')
  const { rows } = await client.query(
    'select from information_schema.columns where table_name = $1 and column_name = $2',
    [table, column],
  )
  return rows.length > 0 ? place : instead
}
