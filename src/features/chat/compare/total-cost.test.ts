import { expect, it } from 'vitest'
import type { Run } from '#contract/chat/chat.ts'
import { totalCost } from './total-cost.ts'

const run: Run = {
  id: 'run',
  modelId: 'a/b',
  status: 'completed',
  startedAt: '2026-01-01T00:00:00Z',
}
const paid = (amount: number, currency = 'USD') => ({ run: { ...run, cost: { amount, currency } } })

it('totalCost adds up the cost of compared answers by currency, and returns no text without prices', () => {
  expect(totalCost([paid(0.5), { run }, paid(0.75)])).toMatch(/^\$1\.25$/)
  expect(totalCost([paid(0.5), paid(2, 'EUR')])).toMatch(/\$0\.50 and .*2/)
  expect(totalCost([{ run }, {}])).toBe('')
})
