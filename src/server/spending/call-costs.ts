import { lt, sql } from 'drizzle-orm'
import type { Amounts } from '#contract/spending.ts'
import { asServer } from '../store/owner-scope.ts'
import { callCosts } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import { formatUtcDay } from './amounts.ts'

const dayMs = 24 * 3_600_000
/** Number of days whose costs are used for estimates. */
export const costDays = 7

/**
 * Amounts to reserve for a call whose cost is estimated. The number of 3D models is known, so
 * models are not estimated.
 */
export type Holds = Pick<Amounts, 'usd' | 'tokens' | 'bytes'>

export const noHolds: Holds = { usd: 0, tokens: 0, bytes: 0 }

/**
 * Highest expected cost of a model's first call. The value is divided by the number of recorded
 * calls, so that a single cheap call does not make later estimates too low.
 */
export const unknownHolds: Holds = { usd: 10, tokens: 200_000, bytes: 100_000_000 }

export const oldestCostDay = (nowMs: number): string => formatUtcDay(nowMs - costDays * dayMs)

/** Returns the highest amounts that one call of a model may cost. */
export async function readHolds(
  db: Database,
  { modelId, estimate, nowMs }: { modelId: string; estimate: Amounts; nowMs: number },
): Promise<Holds> {
  const { rows } = await asServer(() =>
    db.execute<Holds & { calls: number }>(sql`
      select coalesce(sum(calls), 0)::int as calls, coalesce(max(usd), 0)::float8 as usd,
        coalesce(max(tokens), 0)::float8 as tokens, coalesce(max(bytes), 0)::float8 as bytes
      from call_costs where model_id = ${modelId}::text and day >= ${oldestCostDay(nowMs)}::text`),
  )
  const { calls, ...seen } = rows[0] ?? { ...noHolds, calls: 0 }
  const getHold = (measure: keyof Holds) =>
    estimate[measure] > 0
      ? Math.max(estimate[measure], seen[measure], unknownHolds[measure] / Math.max(1, calls))
      : 0
  return { usd: getHold('usd'), tokens: getHold('tokens'), bytes: getHold('bytes') }
}

export type CallCost = Holds & { modelId: string; calls: number }

/** Stores the costs of calls for later estimates. */
export async function noteCosts(
  db: Database,
  costs: readonly CallCost[],
  nowMs: number,
): Promise<void> {
  if (costs.length === 0) return
  // Rows are sorted, so that two servers lock rows in the same order and cannot deadlock.
  const values = costs
    .toSorted((a, b) => (a.modelId < b.modelId ? -1 : 1))
    .map(({ modelId, calls, usd, tokens, bytes }) => ({
      modelId,
      day: formatUtcDay(nowMs),
      calls,
      usd,
      tokens,
      bytes,
    }))
  await asServer(() =>
    db
      .insert(callCosts)
      .values(values)
      .onConflictDoUpdate({
        target: [callCosts.modelId, callCosts.day],
        set: {
          calls: sql`${callCosts.calls} + excluded.calls`,
          usd: sql`greatest(${callCosts.usd}, excluded.usd)`,
          tokens: sql`greatest(${callCosts.tokens}, excluded.tokens)`,
          bytes: sql`greatest(${callCosts.bytes}, excluded.bytes)`,
        },
      }),
  )
}

export const deleteOldCosts = (db: Database, nowMs: number): Promise<unknown> =>
  asServer(() => db.delete(callCosts).where(lt(callCosts.day, oldestCostDay(nowMs))))
