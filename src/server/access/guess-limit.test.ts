import { expect, it } from 'vitest'
import { createGuessLimit } from './guess-limit.ts'
import type { GuessRecord } from './guess-record.ts'

const nowhere: GuessRecord = { earlier: [], elsewhere: () => [], add: () => {}, remove: () => {} }

function guess(
  limit: ReturnType<typeof createGuessLimit>,
  { count, account }: { count: number; account?: string },
  firstNetwork: number,
): number {
  let passed = 0
  for (let i = 0; i < count; i++) {
    const n = firstNetwork + i
    try {
      limit.begin({ address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, account })
      passed++
    } catch {
      // The thrown error means that the limit was reached.
    }
  }
  return passed
}

it('createGuessLimit does not block an account because of guesses at another account', () => {
  const limit = createGuessLimit({ clock: () => 0, record: nowhere })
  expect(guess(limit, { count: 100, account: 'anna' }, 0)).toBe(30)
  expect(guess(limit, { count: 100, account: 'ben' }, 1_000)).toBe(30)
  expect(guess(limit, { count: 100 }, 2_000)).toBe(30)
  expect(() => limit.begin({ address: '192.0.2.1', account: 'cleo' })).not.toThrow()
  expect(() => limit.begin({ address: '192.0.2.1', account: 'anna' })).toThrow('Too many')
  expect(() => limit.begin({ address: '192.0.2.1', account: 'anna', device: 'x' })).not.toThrow()
})

it('createGuessLimit bounds its memory, and limits how often one network tries a password at many accounts', () => {
  const limit = createGuessLimit({ clock: () => 0, record: nowhere })
  const fromOne = (n: number) => limit.begin({ address: '192.0.2.1', account: `a${n}` })
  for (let n = 0; n < 5; n++) fromOne(n)
  expect(() => fromOne(5)).toThrow('Too many')
  let passed = 5
  for (let n = 0; n < 60; n++) passed += guess(limit, { count: 100, account: `b${n}` }, n * 1_000)
  expect(passed).toBe(1_000)
})
