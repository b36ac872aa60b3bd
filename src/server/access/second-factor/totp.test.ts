import { describe, expect, it } from 'vitest'
import { toBase32, codeAt, stepAt, findTotpStep } from './totp.ts'
import { codeShownBy } from './totp.fixture.ts'

/** Test vectors of RFC 6238, appendix B, shortened from eight to six digits. */
const key = Buffer.from('12345678901234567890')
const vectors = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const

describe('TOTP codes', () => {
  it.each(vectors)('match RFC 6238 at the time %i s', (seconds, code) => {
    expect(codeAt(key, stepAt(seconds * 1000))).toBe(code.slice(-6))
    expect(codeShownBy(toBase32(key), seconds * 1000)).toBe(code.slice(-6))
  })

  it('HOTP codes match RFC 4226, appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => codeAt(key, counter))
    expect(codes).toEqual(
      '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
    )
  })

  it('are accepted one time step early or late, and no further', () => {
    const nowMs = Date.parse('2026-11-20T10:00:00Z')
    const now = stepAt(nowMs)
    for (const away of [-1, 0, 1]) {
      expect(findTotpStep(codeAt(key, now + away), { key, nowMs })).toBe(now + away)
    }
    for (const away of [-3, -2, 2, 3]) {
      expect(findTotpStep(codeAt(key, now + away), { key, nowMs })).toBeUndefined()
    }
    for (const odd of ['', '12345', '1234567', '１２３４５６', 'abcdef']) {
      expect(findTotpStep(odd, { key, nowMs })).toBeUndefined()
    }
  })
})

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('toBase32 encodes %j as RFC 4648 does', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32)
})
