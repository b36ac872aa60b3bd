import { Triangle, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { angleAt, nearestCorner, formatLengthIn } from './measures.ts'

describe('measures', () => {
  it.each([
    [0.0124, 'mm', '12.4 mm'],
    [0.0254, 'in', '1 in'],
    [1.236, 'cm', '123.6 cm'],
    [0.0001, 'm', '0 m'],
    [2, 'm', '2 m'],
  ] as const)('says %f metres in %s', (metres, unit, words) => {
    expect(formatLengthIn(metres, unit)).toBe(words)
  })

  it('gives the angle at the middle point', () => {
    const corner = new Vector3(1, 1, 0)
    expect(angleAt(corner, new Vector3(3, 1, 0), new Vector3(1, 5, 0))).toBeCloseTo(90)
    expect(angleAt(corner, new Vector3(3, 1, 0), new Vector3(0, 1, 0))).toBeCloseTo(180)
  })

  it('takes the corner that is meant, and none when none is near', () => {
    const triangle = new Triangle(new Vector3(), new Vector3(1, 0, 0), new Vector3(0, 1, 0))
    expect(nearestCorner(triangle, new Vector3(0.9, 0.05, 0), 0.2)).toEqual(new Vector3(1, 0, 0))
    expect(nearestCorner(triangle, new Vector3(0.4, 0.3, 0), 0.2)).toBeUndefined()
  })
})
