import { describe, expect, it } from 'vitest'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import {
  adviseCapture,
  captureGoal,
  captureRounds,
  countRound,
  findOpenRound,
  findCapturePlace,
  toPlaceKey,
} from './coverage.ts'

const look = (azimuth: number, elevation: number, extra: Partial<PhotoLook> = {}): PhotoLook => ({
  id: 1,
  width: 960,
  height: 540,
  markers: 12,
  sharpness: 0.8,
  direction: { azimuth, elevation, distanceMm: 400 },
  ...extra,
})

const cover = (...rounds: number[]) =>
  new Set(
    rounds.flatMap((round) =>
      Array.from({ length: captureRounds[round]!.sectors }, (_, sector) =>
        toPlaceKey({ round, sector }),
      ),
    ),
  )

describe('findCapturePlace', () => {
  it('returns the round and the sector of a photo', () => {
    expect(findCapturePlace(look(0, 10))).toEqual({ round: 0, sector: 0 })
    expect(findCapturePlace(look(359.9, 10))).toEqual({ round: 0, sector: 11 })
    expect(findCapturePlace(look(100, 55))).toEqual({ round: 2, sector: 2 })
    expect(findCapturePlace(look(100, 90))).toEqual({ round: 3, sector: 0 })
    expect(findCapturePlace(look(100, 2))).toBeUndefined()
    expect(findCapturePlace({})).toBeUndefined()
  })
})

describe('findOpenRound', () => {
  it('returns the lowest round with a gap', () => {
    expect(findOpenRound(new Set())).toBe(0)
    expect(findOpenRound(cover(0, 2))).toBe(1)
    expect(findOpenRound(cover(0, 1, 2, 3))).toBeUndefined()
    expect(cover(0, 1, 2, 3).size).toBe(captureGoal)
    expect(countRound(cover(0, 1), 1)).toBe(14)
  })
})

describe('adviseCapture', () => {
  it.each([
    [undefined, new Set<string>(), /Point the camera/],
    [look(0, 10, { problem: 'too-dark' }), new Set<string>(), /too dark/],
    [look(0, 10, { problem: 'no-markers' }), new Set<string>(), /more of the mat/],
    [look(0, 10), new Set<string>(), /Hold still/],
    [look(0, 10), cover(0), /Raise the phone/],
    [look(0, 30), cover(0), /Hold still/],
    [look(0, 30), new Set(['1 0']), /table height/],
    [look(0, 10), new Set(['0 0']), /Keep walking/],
    [
      look(0, 10, { direction: { azimuth: 0, elevation: 10, distanceMm: 900 } }),
      new Set<string>(),
      /closer/,
    ],
    [look(0, 10), cover(0, 1, 2, 3), /All sides/],
  ])('gives the right advice for frame %#', (seen, coverage, text) => {
    expect(adviseCapture(seen, coverage).text).toMatch(text)
  })
})
