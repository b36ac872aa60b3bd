import { expect, it } from 'vitest'
import { describeMergeCost } from './estimate-merge-cost.ts'

it('describeMergeCost counts the chat and all answers as input, and the longest answer as output', () => {
  const price = { currency: 'USD', prompt: 1, completion: 10 }
  const [question, short, long] = ['a'.repeat(40_000), 'b'.repeat(4_000), 'c'.repeat(8_000)]
  // Input: 10,000 + 1,000 + 2,000 tokens. Output: 2,400 tokens.
  expect(describeMergeCost([question], [short, long], price)).toBe('About $0.037')
  expect(describeMergeCost([], [], undefined)).toBe('Price not known')
  expect(describeMergeCost([], [], { ...price, prompt: 0, completion: 0 })).toBe('Free')
})
