import { describe, expect, it } from 'vitest'
import { quote, wordsIn } from './upstream-words.ts'

describe('quote', () => {
  it('cuts no character in half, and mends what came in halves', () => {
    for (const length of [298, 299, 300]) {
      const said = quote(`${'x'.repeat(length)}😀${'y'.repeat(50)}`, [])
      expect(said.isWellFormed()).toBe(true)
      expect(said).toContain('…')
    }
    expect(quote('a\u0000b \ud83d c', [])).toBe(' It says: “a b \ufffd c”')
  })
})

it('takes a key out of what a service says, and leaves its letters where the key is a dummy', () => {
  expect(quote('wrong key abcdef123456', ['abcdef123456'])).toBe(' It says: “wrong key •••”')
  expect(quote('no such box: x1', ['x', ''])).toBe(' It says: “no such box: x1”')
})

describe('wordsIn', () => {
  it('cuts no id of a request in half', () => {
    const { requestId } = wordsIn(JSON.stringify({ request_id: `${'x'.repeat(199)}😀` }))
    expect(requestId).toBe('x'.repeat(199))
  })
})
