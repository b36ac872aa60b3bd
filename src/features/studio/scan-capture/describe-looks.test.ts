import { describe, expect, it } from 'vitest'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { adviseOnSet, describeUnusable, type NamedLook } from './describe-looks.ts'

const good = (azimuth: number, elevation = 30, extra: Partial<PhotoLook> = {}): NamedLook => ({
  name: `IMG_${azimuth}.jpg`,
  look: {
    id: 1,
    width: 1600,
    height: 1200,
    markers: 20,
    sharpness: 0.8,
    mat: 'one-page',
    direction: { azimuth, elevation, distanceMm: 400 },
    ...extra,
  },
})
const bad = (name: string, problem: NonNullable<PhotoLook['problem']>): NamedLook => ({
  name,
  look: { id: 1, width: 1600, height: 1200, markers: 0, sharpness: 0.3, problem },
})
const ring = (count: number, elevation: number) =>
  Array.from({ length: count }, (_, k) => good((360 * k) / count, elevation))

describe('describeUnusable', () => {
  it('lists the photos for each reason', () => {
    expect(
      describeUnusable([
        bad('a.jpg', 'blurred'),
        good(0),
        bad('b.jpg', 'no-markers'),
        bad('c.jpg', 'blurred'),
      ]),
    ).toEqual([
      'a.jpg and c.jpg each is blurred and are not used.',
      'b.jpg shows too few markers of the mat and is not used.',
    ])
  })

  it('names four photos at most', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => bad(name, 'too-dark'))
    expect(describeUnusable(many)[0]).toMatch(/^a, b, c, d and 2 more/)
  })
})

describe('adviseOnSet', () => {
  it('returns no advice for photos from all sides', () => {
    expect(adviseOnSet([...ring(12, 10), ...ring(14, 30)], 8)).toEqual([])
  })

  it('says how many photos are missing', () => {
    expect(adviseOnSet([good(0), good(100), bad('x', 'blurred')], 8)[0]).toMatch(
      /at least 8 usable photos, and there are 2/,
    )
  })

  it('reports photos of different sizes and photos with different mats', () => {
    const zoomed = good(5, 10, { width: 1600, height: 900 })
    const upright = good(7, 10, { width: 1200, height: 1600 })
    const other = good(9, 10, { mat: 'two-pages' })
    const advice = adviseOnSet([...ring(12, 10), zoomed, upright, other], 8)
    expect(advice[0]).toMatch(/^1 of the photos has another size/)
    expect(advice[1]).toMatch(/different mats/)
  })

  it('asks for photos from near table height and of missing sides', () => {
    expect(adviseOnSet(ring(14, 35), 8)[0]).toMatch(/Only 0 photos are from near table height/)
    const half = Array.from({ length: 12 }, (_, k) => good(k * 15, 10))
    expect(adviseOnSet(half, 8)[0]).toMatch(/A side of 195 degrees is in no photo/)
  })

  it('ignores photos that this browser cannot read', () => {
    const unread = Array.from({ length: 10 }, (_, k) => ({ name: `${k}.heic`, look: undefined }))
    expect(adviseOnSet(unread, 8)).toEqual([])
  })
})
