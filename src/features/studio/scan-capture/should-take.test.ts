import { describe, expect, it } from 'vitest'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { readCapture, createPhotoNames, pathOfCapture, startOfNames } from './capture-session.ts'
import { shouldTake } from './should-take.ts'

const look = (azimuth: number, extra: Partial<PhotoLook> = {}): PhotoLook => ({
  id: 1,
  width: 960,
  height: 540,
  markers: 12,
  sharpness: 0.8,
  direction: { azimuth, elevation: 10, distanceMm: 400 },
  ...extra,
})
const far = { azimuth: 5, elevation: 10, distanceMm: 900 }

describe('shouldTake', () => {
  it('takes a sharp frame from a direction without a photo while the phone does not move', () => {
    expect(shouldTake(look(5), [look(4)], new Set())).toBe('0 0')
    expect(shouldTake(look(359), [look(1)], new Set())).toBe('0 11')
  })

  it('compares the sharpness with frames from similar directions only', () => {
    const above = { azimuth: 5, elevation: 70, distanceMm: 400 }
    const { direction: _none, ...blank } = look(0, { sharpness: 1, problem: 'too-dark' })
    const history = [blank, look(5, { sharpness: 1, direction: above }), look(4)]
    expect(shouldTake(look(5), history, new Set())).toBe('0 0')
  })

  it.each([
    ['the place is covered', look(5), [look(4)], new Set(['0 0'])],
    ['the phone moves', look(5), [look(15)], new Set<string>()],
    ['the frame is less sharp', look(5, { sharpness: 0.6 }), [look(4)], new Set<string>()],
    ['few markers are seen', look(5, { markers: 3 }), [look(4)], new Set<string>()],
    ['the phone is far away', look(5, { direction: far }), [look(4)], new Set<string>()],
    ['nothing was seen before', look(5), [], new Set<string>()],
  ])('takes no frame if %s', (_why, now, history, coverage) => {
    expect(shouldTake(now, history, coverage)).toBeUndefined()
  })
})

describe('capture session', () => {
  it('restores a session from its address, and names its photos', () => {
    const code = 'a1b2c3d4e5f6'
    expect(readCapture(new URL(pathOfCapture({ code }), 'http://studio').search)).toEqual({ code })
    expect(readCapture(new URL(pathOfCapture({}), 'http://studio').search)).toEqual({})
    expect(readCapture('?code=a1b2c3d4e5f6&side=Back')).toBeUndefined()
    const next = createPhotoNames({ code })
    expect([next(), next()]).toEqual([`scan-${code}-001.jpg`, `scan-${code}-002.jpg`])
    expect(`scan-${code}-002.webp`.startsWith(startOfNames(code))).toBe(true)
    expect(`scan-${code}-002.webp`.startsWith(startOfNames('000000000000'))).toBe(false)
  })
})
