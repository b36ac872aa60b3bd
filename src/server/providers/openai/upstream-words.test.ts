import { describe, expect, it } from 'vitest'
import { quote, wordsIn } from './upstream-words.ts'

describe('quote', () => {
  it('does not cut a surrogate pair in half, and replaces lone surrogates', () => {
    for (const length of [298, 299, 300]) {
      const said = quote(`${'x'.repeat(length)}😀${'y'.repeat(50)}`, [])
      expect(said.isWellFormed()).toBe(true)
      expect(said).toContain('…')
    }
    expect(quote('a\u0000b \ud83d c', [])).toBe(' It says: “a b \ufffd c”')
  })
})

it('removes an API key from a message, but not a placeholder key', () => {
  expect(quote('wrong key abcdef123456', ['abcdef123456'])).toBe(' It says: “wrong key •••”')
  expect(quote('no such box: x1', ['x', ''])).toBe(' It says: “no such box: x1”')
})

describe('wordsIn', () => {
  it('does not cut a surrogate pair in a request id', () => {
    const { requestId } = wordsIn(JSON.stringify({ request_id: `${'x'.repeat(199)}😀` }))
    expect(requestId).toBe('x'.repeat(199))
  })
})
