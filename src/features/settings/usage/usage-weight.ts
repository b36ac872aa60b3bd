import type { UsageSum } from '#contract/usage.ts'

/**
 * Returns a number by which usage is compared: the cost, or the number of tokens if no price is
 * known.
 */
export const getUsageWeight = (sum: UsageSum): number =>
  sum.costs.reduce((total, { amount }) => total + amount, 0) || sum.completionTokens * 1e-12
