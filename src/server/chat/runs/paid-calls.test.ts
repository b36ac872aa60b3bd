import { expect, it } from 'vitest'
import type { CalledTool } from '../tools/called-tool.ts'
import { countPaidCalls, readPaidCallsMax } from './paid-calls.ts'

const none = { count: 0, usd: 0 }
const call = (more: Partial<CalledTool>) => ({ status: 'done', ...more }) as CalledTool

it('countPaidCalls counts concurrent calls together and ignores free calls', () => {
  const reasonFor = countPaidCalls({ before: none, max: { count: 2 } }, [])
  expect(reasonFor({ asks: false })).toBeUndefined()
  const paid = { asks: true, price: 'Some' }
  expect([paid, paid, paid].map(reasonFor)).toEqual([
    undefined,
    undefined,
    expect.stringContaining('2 paid calls'),
  ])
})

it('countPaidCalls adds up the costs of earlier answers and of this answer, without denied calls', () => {
  const made = [
    call({ price: '$0.10', priceUsd: 0.1 }),
    call({ price: '$9', priceUsd: 9, status: 'denied' }),
  ]
  const limit = { before: { count: 1, usd: 0.1 }, max: { count: 10, usd: 0.4 } }
  const reasonFor = countPaidCalls(limit, made)
  const ten = { asks: true, price: '$0.10', priceUsd: 0.1 }
  // A sum that reaches the limit exactly is allowed, despite rounding errors.
  expect([ten, ten].map(reasonFor)).toEqual([undefined, undefined])
  expect(reasonFor(ten)).toContain('limit of $0.40 without asking; $0.40 spent so far')
})

it('countPaidCalls requires permission for every paid call if the limit is zero', () => {
  const max = readPaidCallsMax({ paidUsdMax: 0 })
  expect(max).toEqual({ count: 10, usd: 0 })
  const reasonFor = countPaidCalls({ before: none, max }, [])
  expect(reasonFor({ asks: true, price: '$0.01', priceUsd: 0.01 })).toContain('limit of $0 ')
})
