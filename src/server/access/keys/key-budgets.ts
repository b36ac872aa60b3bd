import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { apiKeys } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'
import { inUse, monthOf, spentIn } from './key-rows.ts'

/** The money that keys may spend in a month. */
export type KeyBudgets = {
  /**
   * Sets money aside for a call, in one statement, so that calls that come together cannot all pass on
   * what only one of them may spend. Let in is whoever comes while less than the limit is spent and set
   * aside: a month can end above its limit by the cost of one call.
   */
  reserve: (id: string, usd: number) => Promise<'reserved' | 'spent' | 'under way'>
  /** Adds what a call has cost to the key's month, and gives back what was set aside for it. */
  settle: (id: string, costs: { reservedUsd: number; usd: number }) => Promise<void>
  /** Counts what was set aside and never settled, because an earlier process ended, as spent. */
  settleLeft: () => Promise<void>
}

type KeyBudgetsOptions = {
  /** Called after every change. */
  onChange: () => void
  /** Milliseconds. */
  clock: () => number
}

export function createKeyBudgets(db: Database, { onChange, clock }: KeyBudgetsOptions): KeyBudgets {
  return {
    async reserve(id, usd) {
      const spent = spentIn(monthOf(clock()))
      const [row] = await db
        .update(apiKeys)
        .set({ reservedUsd: sql`${apiKeys.reservedUsd} + ${usd}` })
        .where(
          and(
            inUse(id),
            or(
              isNull(apiKeys.monthlySpendUsd),
              sql`${spent} + ${apiKeys.reservedUsd} < ${apiKeys.monthlySpendUsd}`,
            ),
          ),
        )
        .returning({ id: apiKeys.id })
      onChange()
      if (row) return 'reserved'
      const [isSpent] = await db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(and(inUse(id), sql`${spent} >= ${apiKeys.monthlySpendUsd}`))
      return isSpent ? 'spent' : 'under way'
    },

    async settle(id, { reservedUsd, usd }) {
      const month = monthOf(clock())
      await db
        .update(apiKeys)
        .set({
          spentUsd: sql`${spentIn(month)} + ${usd}`,
          spentMonth: month,
          reservedUsd: sql`greatest(0, ${apiKeys.reservedUsd} - ${reservedUsd})`,
        })
        .where(eq(apiKeys.id, id))
      onChange()
    },

    async settleLeft() {
      const month = monthOf(clock())
      await db
        .update(apiKeys)
        .set({
          spentUsd: sql`${spentIn(month)} + ${apiKeys.reservedUsd}`,
          spentMonth: month,
          reservedUsd: 0,
        })
        .where(gt(apiKeys.reservedUsd, 0))
      onChange()
    },
  }
}
