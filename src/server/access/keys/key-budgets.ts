import { sql, type SQL } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { formatUtcDay } from '../../spending/amounts.ts'
import { noteCosts, oldestCostDay, unknownHolds } from '../../spending/call-costs.ts'
import { roomForCalls } from '../../spending/check-limits.ts'
import { asServer } from '../../store/owner-scope.ts'
import type { Database, Store } from '../../store/store.ts'
import { formatMonth, spentIn } from './key-rows.ts'

export type KeyCall = {
  usd: number
  /**
   * Marks `usd` as an estimate: the call may cost as much as this model's most expensive call so
   * far.
   */
  modelId?: string | undefined
}

export type KeyHold = { id: string; keyId: string; modelId: string | undefined }

export type KeyBudgets = {
  /**
   * Reserves money for a call, in one statement, so that concurrent calls cannot exceed the limit
   * together. The only running call is allowed as long as money is left, so a month can exceed its
   * limit by the cost of one call.
   */
  reserve: (keyId: string, call: KeyCall) => Promise<KeyHold | 'spent' | 'under way'>
  /** Adds the cost of a call to the month and releases its reservation. */
  settle: (hold: KeyHold, usd: number) => Promise<void>
  add: (keyId: string, usd: number) => Promise<void>
  /**
   * Counts the open reservations of an earlier process as spent money. Call it only while no other
   * server runs.
   */
  settleLeft: () => Promise<void>
  /** Counts the open reservations of servers that have stopped as spent money. */
  settleGone: () => Promise<void>
}

type KeyBudgetsOptions = {
  onChange: () => void
  clock: () => number
}

export function createKeyBudgets(
  { db, replica }: Pick<Store, 'db' | 'replica'>,
  { onChange, clock }: KeyBudgetsOptions,
): KeyBudgets {
  const execute = (statement: SQL) => executeAsServer(db, statement)

  async function settle(hold: KeyHold, usd: number): Promise<void> {
    const month = formatMonth(clock())
    await execute(sql`
      with hold as (delete from key_holds where id = ${hold.id} returning key_id, usd as estimate, held_usd as most)
      update api_keys set ${addSpent(month, sql`${usd}::float8`)}, ${giveBack(sql`hold`, sql`1`)}
      from hold where api_keys.id = hold.key_id`)
    const { modelId } = hold
    if (modelId && usd > 0) {
      // Zero calls, because the call itself is counted together with its tokens.
      const cost = { modelId, calls: 0, usd, tokens: 0, bytes: 0 }
      await noteCosts(db, [cost], clock())
    }
    onChange()
  }

  return {
    async reserve(keyId, call) {
      const nowMs = clock()
      const id = newId()
      const rows = await execute(
        reserveStatement({ id, keyId, ...call }, { nowMs, replicaId: replica.id }),
      )
      onChange()
      if (rows.length > 0) return { id, keyId, modelId: call.modelId }
      const spent = await execute(sql`
        select 1 from api_keys
        where id = ${keyId} and revoked_at is null and ${spentIn(formatMonth(nowMs))} >= monthly_spend_usd`)
      return spent.length > 0 ? 'spent' : 'under way'
    },

    settle,

    async add(keyId, usd) {
      const month = formatMonth(clock())
      await execute(sql`
        update api_keys set ${addSpent(month, sql`${usd}::float8`)} where id = ${keyId}`)
      onChange()
    },

    async settleLeft() {
      const month = formatMonth(clock())
      await execute(sql`delete from key_holds`)
      await execute(sql`
        update api_keys set ${addSpent(month, sql`reserved_usd`)},
          reserved_usd = 0, held_usd = 0, held_calls = 0
        where reserved_usd > 0 or held_calls > 0`)
      onChange()
    },

    async settleGone() {
      const month = formatMonth(clock())
      await execute(sql`
        with gone as (
          delete from key_holds
          where replica_id <> ${replica.id} and replica_id not in (select id from replicas)
          returning key_id, usd, held_usd),
        sums as (
          select key_id, sum(usd) as estimate, sum(held_usd) as most, count(*)::int as calls
          from gone group by key_id)
        update api_keys set ${addSpent(month, sql`sums.estimate`)}, ${giveBack(sql`sums`, sql`sums.calls`)}
        from sums where api_keys.id = sums.key_id`)
      onChange()
    },
  }
}

async function executeAsServer(db: Database, statement: SQL): Promise<unknown[]> {
  const { rows } = await asServer(() => db.execute(statement))
  return rows
}

const addSpent = (month: string, usd: SQL) =>
  sql`spent_usd = ${spentIn(month)} + ${usd}, spent_month = ${month}`

/**
 * SQL that releases reservations. With the last call, the sums are set to 0, because subtracting
 * fractions leaves rounding errors.
 */
const giveBack = (from: SQL, calls: SQL) => sql`
  reserved_usd = case when held_calls <= ${calls} then 0
    else greatest(0, reserved_usd - ${from}.estimate) end,
  held_usd = case when held_calls <= ${calls} then 0
    else greatest(0, held_usd - ${from}.most) end,
  held_calls = greatest(0, held_calls - ${calls})`

function reserveStatement(
  { id, keyId, usd, modelId = '' }: KeyCall & { id: string; keyId: string },
  { nowMs, replicaId }: { nowMs: number; replicaId: string },
): SQL {
  const isEstimate = modelId !== ''
  const unknownUsd = isEstimate ? unknownHolds.usd : 0
  const rooms = isEstimate ? roomForCalls : 1
  const spent = spentIn(formatMonth(nowMs))
  return sql`
    with call as (
      select greatest(${usd}::float8, coalesce(max(usd), 0),
        ${unknownUsd}::float8 / greatest(1, coalesce(sum(calls), 0))) as held_usd
      from call_costs
      where model_id = ${modelId} and day >= ${oldestCostDay(nowMs)} and day <= ${formatUtcDay(nowMs)}),
    admitted as (
      update api_keys set reserved_usd = reserved_usd + ${usd}::float8,
        held_usd = api_keys.held_usd + call.held_usd, held_calls = held_calls + 1
      from call
      where api_keys.id = ${keyId} and revoked_at is null and (
        monthly_spend_usd is null
        or (held_calls = 0 and ${spent} + reserved_usd < monthly_spend_usd)
        or ${spent} + api_keys.held_usd + ${rooms}::float8 * call.held_usd <= monthly_spend_usd)
      returning api_keys.id, call.held_usd)
    insert into key_holds (id, key_id, replica_id, usd, held_usd)
    select ${id}::text, id, ${replicaId}::text, ${usd}::float8, held_usd from admitted
    returning id`
}
