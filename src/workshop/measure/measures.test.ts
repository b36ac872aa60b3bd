import { Triangle, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { angleAt, circleThrough, formatLengthIn, measure, nearestCorner } from './measures.ts'

describe('measurements', () => {
  it.each([
    [0.0124, 'mm', '12.4 mm'],
    [0.0254, 'in', '1 in'],
    [1.236, 'cm', '123.6 cm'],
    [0.0001, 'm', '0 m'],
    [2, 'm', '2 m'],
  ] as const)('formats %f metres in %s', (metres, unit, words) => {
    expect(formatLengthIn(metres, unit)).toBe(words)
  })

  it('returns the angle at the second point', () => {
    const corner = new Vector3(1, 1, 0)
    expect(angleAt(corner, new Vector3(3, 1, 0), new Vector3(1, 5, 0))).toBeCloseTo(90)
    expect(angleAt(corner, new Vector3(3, 1, 0), new Vector3(0, 1, 0))).toBeCloseTo(180)
  })

  it('returns the circle through three points in any position', () => {
    const [centre, axis] = [new Vector3(1, -2, 3), new Vector3(1, 1, 1).normalize()]
    const arm = new Vector3(1, -1, 0).setLength(0.25)
    const [first, second, third] = [0.3, 1.7, 4].map((angle) =>
      arm.clone().applyAxisAngle(axis, angle).add(centre),
    ) as [Vector3, Vector3, Vector3]
    const circle = circleThrough(first, second, third)
    expect(circle?.centre.distanceTo(centre)).toBeLessThan(1e-9)
    expect(circle?.radius).toBeCloseTo(0.25)
    const { text, line } = measure('diameter', [first, second, third], 'cm')!
    expect(text).toBe('⌀ 50 cm')
    for (const point of line) expect(point.distanceTo(centre)).toBeCloseTo(0.25)
  })

  it('returns undefined until all points are set', () => {
    const [a, b, c] = [new Vector3(), new Vector3(0.01, 0, 0), new Vector3(0.02, 0, 0)]
    expect(measure('distance', [a], 'mm')).toBeUndefined()
    expect(measure('distance', [a, b], 'mm')).toMatchObject({ text: '10 mm', line: [a, b] })
    expect(measure('angle', [a, b], 'mm')).toBeUndefined()
    expect(measure('angle', [a, b, c], 'mm')?.text).toBe('180.0°')
    expect(measure('diameter', [a, b, c], 'mm')).toBeUndefined()
  })

  it('returns the corner near a point', () => {
    const triangle = new Triangle(new Vector3(), new Vector3(1, 0, 0), new Vector3(0, 1, 0))
    expect(nearestCorner(triangle, new Vector3(0.9, 0.05, 0), 0.2)).toEqual(new Vector3(1, 0, 0))
    expect(nearestCorner(triangle, new Vector3(0.4, 0.3, 0), 0.2)).toBeUndefined()
  })
})
