import { describe, expect, it } from 'vitest'
import type { LimitState } from '#contract/spending.ts'
import { limitState } from './limit.fixture.ts'
import { formatShortAmount, limitWarning } from './limit-words.ts'

const limit = (own: Partial<LimitState> = {}) => limitState({ scope: 'everyone', ...own })

describe('limitWarning', () => {
  it('returns undefined below 80 %', () => {
    expect(limitWarning([])).toBeUndefined()
    expect(limitWarning([limit({ used: 7.9 })])).toBeUndefined()
  })

  it('warns from 80 % used or reserved, and names the limit with the highest used fraction', () => {
    const far = limit({ scope: 'server', amount: 1_000, used: 8 })
    expect(limitWarning([far, limit({ used: 6, reserved: 2 })])).toBe(
      '80% of your limit of $10 a month is used. It starts again on 1 December.',
    )
  })

  it('says that a limit is reached', () => {
    expect(limitWarning([limit({ used: 10, measure: 'models', period: 'day' })])).toBe(
      'You have reached your limit of 10 3D models a day. It starts again on 1 December.',
    )
  })
})

it.each([
  ['usd', 1.5, '$1.50'],
  ['tokens', 20_000, '20,000 tokens'],
  ['models', 1, '1 3D model'],
  ['bytes', 1.54e9, '1.5 GB'],
  ['bytes', 2e6, '2 MB'],
] as const)('formats an amount of %s', (measure, amount, words) => {
  expect(formatShortAmount(measure, amount)).toBe(words)
})
