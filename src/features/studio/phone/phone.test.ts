import { describe, expect, it } from 'vitest'
import { drawGuide, guideFor } from './outline.ts'
import { newPhoneCode } from '../picture/new-phone-code.ts'
import { pathOfSession, phoneFileName, readSession, sideOfFile } from './session.ts'

describe('phone session', () => {
  it('reads a session from its address', () => {
    const session = {
      code: newPhoneCode(),
      sides: ['Back', 'Left & right'],
      frontId: 'a'.repeat(20),
    }
    const path = pathOfSession(session)
    expect(readSession(new URL(path, 'http://studio').search)).toEqual(session)
  })

  it.each([
    '',
    '?code=short&side=Back',
    `?code=${'a'.repeat(12)}`,
    `?code=${'A'.repeat(12)}&side=x`,
  ])('rejects the address %j', (search) => {
    expect(readSession(search)).toBeUndefined()
  })

  it('recognises pictures of the session by their file names', () => {
    const code = newPhoneCode()
    expect(sideOfFile(code, phoneFileName(code, 1))).toBe(1)
    expect(sideOfFile(code, `phone-${code}-1.webp`)).toBe(0)
    expect(sideOfFile(newPhoneCode(), phoneFileName(code, 1))).toBeUndefined()
  })
})

describe('drawGuide', () => {
  const rows = ['......', '.#....', '.#....', '.#....', '.###..', '......']
  const mask = {
    width: 6,
    height: 6,
    data: rows
      .join('')
      .split('')
      .map((sign) => (sign === '#' ? 255 : 0)),
  }
  const seen = (drawn: Uint8Array) =>
    rows.map((_, y) => [...drawn.subarray(y * 6, y * 6 + 6)].map((one) => '.#'[one]).join(''))

  it('mirrors the outline for the back', () => {
    expect(guideFor('Back (180°)')).toBe('mirrored')
    expect(seen(drawGuide(mask, 'mirrored'))).toEqual([
      '......',
      '....#.',
      '....#.',
      '....#.',
      '..###.',
      '......',
    ])
  })

  it('draws only the top and the bottom of the outline for other sides', () => {
    expect(guideFor('Left')).toBe('heights')
    const [, top, , , bottom] = seen(drawGuide(mask, 'heights'))
    expect([top, bottom]).toEqual(['######', '######'])
    expect(drawGuide({ ...mask, data: [] }, 'heights').includes(1)).toBe(false)
  })
})
