import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from './language/translate.ts'
import { formatMoney, formatUsd } from './money.ts'

afterEach(() => setLanguage('en'))

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

  it('keeps the order of the symbol between Arabic words', () => {
    setLanguage('ar')
    expect(formatMoney({ amount: 0.05, currency: 'USD' })).toContain('\u2066US$\u2069')
    expect(formatUsd(1.5)).toContain('\u2066US$\u2069')
    setLanguage('en')
    expect(formatMoney({ amount: 0.05, currency: 'USD' })).toBe('$0.050')
  })
})
