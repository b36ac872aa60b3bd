import { and, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Amounts, SpendingLimit } from '#contract/spending.ts'
import { ownValue } from '#lib/own-value.ts'
import { asServer } from '../store/owner-scope.ts'
import { purchases, replicas, tasks, usageDays } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import { formatUtcDay, type Use } from './amounts.ts'
import { noteCosts, type Holds } from './call-costs.ts'

export type LimitUse = {
  used: number
  /** Reserved amounts, with estimates at their expected price. */
  reserved: number
  /** Reserved amounts, with estimates at their highest possible price. */
  held: number
  heldMax: number
}

export type PurchaseRow = typeof purchases.$inferSelect

export const addUsage = async (
  db: Database,
  uses: readonly (Use & Amounts)[],
  day: string,
): Promise<void> => {
  if (uses.length === 0) return
  await asServer(() =>
    db
      .insert(usageDays)
      .values(uses.map((use) => ({ ...use, day })))
      .onConflictDoUpdate({
        target: [usageDays.day, usageDays.ownerId, usageDays.keyId, usageDays.modelId],
        set: {
          usd: sql`${usageDays.usd} + excluded.usd`,
          tokens: sql`${usageDays.tokens} + excluded.tokens`,
          models: sql`${usageDays.models} + excluded.models`,
          bytes: sql`${usageDays.bytes} + excluded.bytes`,
        },
      }),
  )
}

/**
 * Locks the check of purchases until the transaction of `db` ends. Otherwise concurrent purchases
 * could each spend the remaining amount of a limit.
 */
export const lockPurchases = async (db: Database): Promise<void> => {
  await asServer(() => db.execute(sql`select pg_advisory_xact_lock(${purchaseLock}::bigint)`))
}
/** Id of Postgres's advisory lock for purchases, which no other lock has. */
const purchaseLock = 7_310_200

export const insertPurchase = async (
  db: Database,
  purchase: typeof purchases.$inferInsert,
): Promise<void> => {
  await asServer(() => db.insert(purchases).values(purchase))
}

/** Returns the columns of the highest possible amounts of an estimate. */
export const heldColumns = ({ usd, tokens, bytes }: Holds) => ({
  heldUsd: usd,
  heldTokens: tokens,
  heldBytes: bytes,
})

/**
 * Deletes a reservation and counts its actual cost, in the caller's transaction. Counts nothing if
 * the reservation does not exist any more.
 * @param costOf returns the actual cost.
 */
export async function settlePurchase(
  db: Database,
  id: string,
  { costOf, nowMs }: { costOf: (reserved: PurchaseRow) => Amounts; nowMs: number },
): Promise<void> {
  const [row] = await asServer(() => db.delete(purchases).where(eq(purchases.id, id)).returning())
  if (!row) return
  const { ownerId, keyId, modelId } = row
  const { usd, tokens, models, bytes } = costOf(row)
  await addUsage(db, [{ ownerId, keyId, modelId, usd, tokens, models, bytes }], formatUtcDay(nowMs))
  const hasCost = usd + tokens + bytes > 0
  if (modelId !== '' && hasCost) {
    await noteCosts(db, [{ modelId, calls: 1, usd, tokens, bytes }], nowMs)
  }
}

/**
 * Returns the ids of abandoned reservations without a running task: created before `before`, or by
 * a server that has ended.
 * @param replicaId id of this server.
 */
export async function listAbandonedPurchases(
  db: Database,
  { before, replicaId }: { before: Date; replicaId: string },
): Promise<string[]> {
  const isGone = and(
    isNotNull(purchases.replicaId),
    ne(purchases.replicaId, replicaId),
    notInArray(purchases.replicaId, db.select({ id: replicas.id }).from(replicas)),
  )
  const rows = await asServer(() =>
    db
      .select({ id: purchases.id })
      .from(purchases)
      .leftJoin(
        tasks,
        and(eq(tasks.id, purchases.taskId), inArray(tasks.status, ['queued', 'running'])),
      )
      .where(and(or(lt(purchases.createdAt, before), isGone), isNull(tasks.id)))
      .limit(1_000),
  )
  return rows.map(({ id }) => id)
}

/** Returns the ids of the models that a limit on a model or an alias counts. */
export type ModelsOfId = (modelId: string) => readonly string[]

/**
 * Returns the usage of each limit.
 * @param options.ownerId person to whom limits for everyone apply.
 */
export async function readUsed(
  db: Database,
  limits: readonly SpendingLimit[],
  { modelsOf, ...options }: { ownerId: string; nowMs: number; modelsOf: ModelsOfId },
): Promise<LimitUse[]> {
  if (limits.length === 0) return []
  const today = formatUtcDay(options.nowMs)
  const monthStart = `${today.slice(0, 8)}01`
  const sums = limits.flatMap((limit, index) => {
    const from = limit.period === 'day' ? today : monthStart
    const counted = sql`${createCondition(limit, options.ownerId, modelsOf)} and day >= ${from}::text`
    const column = sql.identifier(limit.measure)
    const held = sql.identifier(`held_${limit.measure}`)
    const figure = (name: string) => sql.identifier(`${name}${index}`)
    return [
      sql`coalesce(sum(${column}) filter (where not is_open and ${counted}), 0)::float8 as ${figure('u')}`,
      sql`coalesce(sum(${column}) filter (where is_open and ${counted}), 0)::float8 as ${figure('r')}`,
      sql`coalesce(sum(greatest(${column}, ${held})) filter (where is_open and ${counted}), 0)::float8 as ${figure('h')}`,
      sql`coalesce(max(${held}) filter (where is_open and ${counted}), 0)::float8 as ${figure('m')}`,
    ]
  })
  const amounts = sql.raw('usd, tokens, models, bytes')
  const held = sql.raw('held_usd, held_tokens, 0 as held_models, held_bytes')
  const nothingHeld = sql.raw('0 as held_usd, 0 as held_tokens, 0 as held_models, 0 as held_bytes')
  const { rows } = await asServer(() =>
    db.execute<Record<string, number>>(sql`
      select ${sql.join(sums, sql`, `)} from (
        select owner_id, key_id, model_id, day, false as is_open, ${amounts}, ${nothingHeld}
          from usage_days where day >= ${monthStart}::text
        union all
        select owner_id, key_id, model_id, ${today}::text as day, true as is_open, ${amounts}, ${held}
          from purchases) as uses`),
  )
  const [row = {}] = rows
  return limits.map((_, index) => ({
    used: ownValue(row, `u${index}`) ?? 0,
    reserved: ownValue(row, `r${index}`) ?? 0,
    held: ownValue(row, `h${index}`) ?? 0,
    heldMax: ownValue(row, `m${index}`) ?? 0,
  }))
}

function createCondition(
  { scope, subject = '' }: SpendingLimit,
  ownerId: string,
  modelsOf: ModelsOfId,
) {
  switch (scope) {
    case 'server':
      return sql`true`
    case 'everyone':
      return sql`owner_id = ${ownerId}::text`
    case 'person':
      return sql`owner_id = ${subject}::text`
    case 'team':
      return sql`owner_id in (select user_id from team_members where team_id = ${subject}::text)`
    case 'key':
      return sql`key_id = ${subject}::text`
    case 'model':
      return inList(modelsOf(subject))
  }
}

const inList = (modelIds: readonly string[]) =>
  modelIds.length === 0
    ? sql`false`
    : sql`model_id in (${sql.join(
        modelIds.map((id) => sql`${id}::text`),
        sql`, `,
      )})`
