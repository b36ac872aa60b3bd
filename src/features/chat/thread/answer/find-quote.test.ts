import { describe, expect, it } from 'vitest'
import { findPage, findQuoteEnd } from './find-quote.ts'

describe('findQuoteEnd', () => {
  const text = 'Clay. \n\n\n Glaze it.\nFire it twice.'

  it('ignores differences in white space only', () => {
    expect(findQuoteEnd(text, 'Clay.\n\nGlaze it.', 0)).toBe(text.indexOf('\nFire'))
    expect(findQuoteEnd(text, 'Glaze it. Fire', text.indexOf('Glaze'))).toBe(
      text.indexOf(' it twice'),
    )
  })

  it('returns undefined if the text differs', () => {
    expect(findQuoteEnd(text, 'Clay. Fire', 0)).toBeUndefined()
    expect(findQuoteEnd(text, 'Clay.', 3)).toBeUndefined()
    expect(findQuoteEnd(text, 'Clay. Glaze it. Fire it twice. Sell it.', 0)).toBeUndefined()
  })
})

it('findPage returns the page of a position', () => {
  expect([0, 9, 10, 25, 999].map((at) => findPage([0, 10, 20], at))).toEqual([0, 0, 1, 2, 2])
  expect(findPage([], 5)).toBe(0)
})
