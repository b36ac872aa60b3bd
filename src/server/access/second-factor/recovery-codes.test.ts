import { expect, it } from 'vitest'
import { makeRecoveryCodes, plainRecoveryCode } from './recovery-codes.ts'

it('makeRecoveryCodes returns ten different codes of 120 bits', () => {
  const codes = Array.from({ length: 100 }, makeRecoveryCodes).flat()
  expect(makeRecoveryCodes()).toHaveLength(10)
  expect(new Set(codes).size).toBe(1000)
  const letters = new Map<string, number>()
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){5}$/)
    for (const letter of code.replaceAll('-', '')) {
      letters.set(letter, (letters.get(letter) ?? 0) + 1)
    }
  }
  // 24,000 letters of 32 kinds are on average 750 of each kind.
  expect(letters.size).toBe(32)
  for (const count of letters.values()) expect(Math.abs(count - 750)).toBeLessThan(200)
})

it('plainRecoveryCode normalises typed codes', () => {
  const plain = '01abcd019xw4t8hzp2c6dvn5r'
  expect(plainRecoveryCode('01ab-cd01-9xw4-t8hz-p2c6-dvn5-r')).toBe(plain)
  expect(plainRecoveryCode(' OlABcdoI 9XW4T8HZP2C6DVN5R\n')).toBe(plain)
})
