import { describe, expect, it } from 'vitest'
import type { LimitState } from '#contract/spending.ts'
import { findBudget, forecastUse } from './budget.ts'

const limit = (change: Partial<LimitState>): LimitState => ({
  id: '0000000000000000000a',
  scope: 'person',
  measure: 'usd',
  period: 'month',
  amount: 40,
  used: 10,
  reserved: 0,
  resetsAt: '2026-12-01T00:00:00.000Z',
  ...change,
})

describe('findBudget', () => {
  it('returns the limit in dollars that is nearest to its end', () => {
    const near = limit({ scope: 'server', amount: 12 })
    const limits = [limit({}), near, limit({ measure: 'tokens', amount: 10 })]
    expect(findBudget([...limits, limit({ scope: 'model', amount: 10 })])).toBe(near)
    expect(findBudget([limit({ measure: 'bytes' })])).toBeUndefined()
  })
})

describe('forecastUse', () => {
  it('extends the use to the end of the month', () => {
    expect(forecastUse(limit({}), Date.parse('2026-11-16T00:00:00Z'))).toBe(20)
    expect(forecastUse(limit({}), Date.parse('2026-12-02T00:00:00Z'))).toBe(10)
  })

  it('returns nothing in the first days of a month and for limits of a day', () => {
    expect(forecastUse(limit({}), Date.parse('2026-11-02T00:00:00Z'))).toBeUndefined()
    const nowMs = Date.parse('2026-11-16T00:00:00Z')
    expect(forecastUse(limit({ period: 'day' }), nowMs)).toBeUndefined()
  })
})
