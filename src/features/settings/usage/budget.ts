import type { LimitState } from '#contract/spending.ts'
import { getUsedRatio } from '#queries/limit-words.ts'

/** Returns the limit in dollars that is nearest to its end. Limits of single models do not count. */
export const findBudget = (limits: readonly LimitState[]): LimitState | undefined =>
  limits
    .filter(({ measure, scope }) => measure === 'usd' && scope !== 'model')
    .toSorted((a, b) => getUsedRatio(b) - getUsedRatio(a))[0]

/** Fraction of a month before which a forecast would be a guess. */
const elapsedMin = 0.1

/** Returns the use at the end of the month if the use continues as before. */
export function forecastUse(
  { period, resetsAt, used }: Pick<LimitState, 'period' | 'resetsAt' | 'used'>,
  nowMs: number,
): number | undefined {
  if (period !== 'month') return undefined
  const end = new Date(resetsAt)
  const startMs = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1)
  const elapsed = (nowMs - startMs) / (end.getTime() - startMs)
  return elapsed < elapsedMin ? undefined : used / Math.min(1, elapsed)
}
