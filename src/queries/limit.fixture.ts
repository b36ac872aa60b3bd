import type { LimitState } from '#contract/spending.ts'

/** Creates an unused server limit of $10 a month. */
export const limitState = (own: Partial<LimitState> = {}): LimitState => ({
  id: '0'.repeat(20),
  scope: 'server',
  measure: 'usd',
  period: 'month',
  amount: 10,
  used: 0,
  reserved: 0,
  resetsAt: '2026-12-01T00:00:00.000Z',
  ...own,
})
