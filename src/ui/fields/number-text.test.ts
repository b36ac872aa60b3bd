import { describe, expect, it } from 'vitest'
import { formatNumber, intoRange, parseNumber, stepFrom } from './number-text.ts'

describe('parseNumber', () => {
  it.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['20,000', 20_000],
    ['1,234,567.5', 1_234_567.5],
    ['20 000', 20_000],
    ["20'000", 20_000],
    ['−3', -3],
    ['.5', 0.5],
    ['1e3', 1_000],
  ])('parses %s as %d', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  it.each(['', '  ', 'abc', '1.2.3', '-', 'Infinity', '12px'])(
    'returns undefined for %j',
    (text) => {
      expect(parseNumber(text)).toBeUndefined()
    },
  )
})

describe('stepFrom', () => {
  it('avoids rounding errors of binary numbers', () => {
    expect(stepFrom(0.1, 2, { step: 0.1 })).toBe(0.3)
  })

  it('moves from a value between steps to the next step', () => {
    expect(stepFrom(1_234, 1, { min: 500, step: 500 })).toBe(1_500)
    expect(stepFrom(1_234, -1, { min: 500, step: 500 })).toBe(1_000)
  })

  it('stays within the range', () => {
    expect(stepFrom(9, 10, { max: 10 })).toBe(10)
  })
})

describe('intoRange', () => {
  it('rounds to a step and stays within the range', () => {
    expect(intoRange(2.6, { isInteger: true })).toBe(3)
    expect(intoRange(-2, { min: 0 })).toBe(0)
  })
})

describe('formatNumber', () => {
  it('hides rounding errors of binary numbers', () => {
    expect(formatNumber(0.1 + 0.2)).toBe('0.3')
  })
})
