import { describe, expect, it } from 'vitest'
import { formatMoney } from './money.ts'

describe('formatMoney', () => {
  it.each([
    [1.5, 'USD', '$1.50'],
    [0.0042, 'USD', '$0.0042'],
    [0.000_031, 'USD', '$0.000031'],
    [0, 'USD', 'free'],
    [12, 'credits', '12.00 credits'],
  ])('formats %s %s as %s', (amount, currency, said) => {
    expect(formatMoney({ amount, currency })).toBe(said)
  })
})
