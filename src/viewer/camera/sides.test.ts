import { describe, expect, it } from 'vitest'
import { describeDirection, directions, nearestTurn } from './sides.ts'

const degrees = (value: number) => (value * Math.PI) / 180

describe('describeDirection', () => {
  it.each([
    [0, 90, 'Seen from the front'],
    [50, 90, 'Seen from the front right'],
    [-90, 90, 'Seen from the left'],
    [-170, 90, 'Seen from the back'],
    [360 * 3 + 180, 90, 'Seen from the back'],
    [0, 40, 'Seen from the front, above'],
    [90, 130, 'Seen from the right, below'],
    [123, 2, 'Seen from the top'],
    [123, 178, 'Seen from the bottom'],
  ])('describes the direction %d° around and %d° from above as "%s"', (azimuth, polar, words) => {
    expect(describeDirection({ azimuth: degrees(azimuth), polar: degrees(polar) })).toBe(words)
  })

  it('names the named views', () => {
    expect(describeDirection(directions.right)).toBe('Seen from the right')
    expect(describeDirection(directions.top)).toBe('Seen from the top')
  })
})

describe('nearestTurn', () => {
  it('returns an equivalent angle that is at most half a turn away', () => {
    expect(nearestTurn(degrees(350), 0)).toBeCloseTo(degrees(360))
    expect(nearestTurn(degrees(-700), degrees(10))).toBeCloseTo(degrees(-710))
  })
})
