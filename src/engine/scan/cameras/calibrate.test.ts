import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../random.ts'
import { toGrey } from '../grey-image.ts'
import { detectMarkers } from '../markers/detect-markers.ts'
import { getMat } from '../mat/mat-layout.ts'
import { lookAt, renderPhoto } from '../testing/render-photo.fixture.ts'
import { adjustBundle } from './adjust-bundle.ts'
import { calibrate, type Camera, findMedian, type MarkedPhoto } from './calibrate.ts'
import { turn } from './estimate-pose.ts'
import { getCentre, project, toRay } from './lens.ts'

const mat = getMat('one-page')
const size = { width: 720, height: 540 }
const lens = { f: 560, k1: 0.04, cx: 364, cy: 266 }
const views = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({
  azimuth: k * 45 + 10,
  height: [24, 40, 62, 33][k % 4],
  distance: 360 + 20 * (k % 3),
  roll: 0.1 * ((k % 3) - 1),
}))

function take(pose: ReturnType<typeof lookAt>, seed: number, extra: object = {}): MarkedPhoto {
  const { rgb } = renderPhoto({ mat, lens, pose, ...size, noise: 0.02, seed, ...extra })
  const grey = toGrey(rgb, size.width, size.height)
  return { grey, markers: detectMarkers(grey) }
}

describe('toRay', () => {
  it('inverts project', () => {
    for (const [u, v] of [
      [3, 5],
      [700, 500],
      [364, 266],
    ] as const) {
      const [x, y] = toRay(lens, u, v)
      const back = project(
        lens,
        { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 0] },
        x,
        y,
        1,
      )
      expect(back[0]).toBeCloseTo(u, 2)
      expect(back[1]).toBeCloseTo(v, 2)
    }
  })
})

describe('adjustBundle', () => {
  it('recovers the lens and the poses from exact points', () => {
    const random = createRandom(3)
    const truths = views.map((view) => lookAt(view))
    const tried = truths.map((pose) => ({
      pose: {
        rotation: turn(
          pose.rotation,
          [0, 1, 2].map(() => 0.05 * (random() - 0.5)),
        ),
        shift: pose.shift.map((value) => value + 10 * (random() - 0.5)),
      },
      points: mat.markers.map(({ x, y }) => {
        const [u, v] = project(lens, pose, x, y, 0)
        return [x, y, u, v] as const
      }),
    }))
    const centre = { cx: 360, cy: 270, width: size.width }
    const found = adjustBundle({ f: 600, k1: 0, cx: 360, cy: 270 }, tried, {
      huber: 3,
      centre,
      rounds: 30,
    })
    expect(Math.abs(found.f / lens.f - 1)).toBeLessThan(0.003)
    expect(found.k1).toBeCloseTo(lens.k1, 2)
    for (const [i, { pose }] of tried.entries()) {
      const [a, b] = [getCentre(pose), getCentre(truths[i])]
      expect(Math.hypot(...a.map((value, k) => value - b[k]))).toBeLessThan(1.5)
    }
  })
})

describe('calibrate', () => {
  let photos: MarkedPhoto[]
  beforeAll(() => {
    photos = views.map((view, k) => take(lookAt(view), k))
  })

  it('finds cameras within 0.2 degrees and 1 mm', () => {
    const found = calibrate(photos, mat)
    expect(Math.abs(found.lens.f / lens.f - 1)).toBeLessThan(0.004)
    const cameras = found.cameras as Camera[]
    const shifts = cameras.map(({ pose }, i) => {
      const [a, b] = [getCentre(pose), getCentre(lookAt(views[i]))]
      return Math.hypot(...a.map((value, k) => value - b[k]))
    })
    const angles = cameras.map(({ pose }, i) => {
      const truth = lookAt(views[i]).rotation
      const trace = pose.rotation.reduce((sum, value, k) => sum + value * truth[k], 0)
      return (Math.acos(Math.min(1, (trace - 1) / 2)) * 180) / Math.PI
    })
    expect(findMedian(shifts)).toBeLessThan(1)
    expect(findMedian(angles)).toBeLessThan(0.2)
    expect(findMedian(cameras.map(({ errorPx }) => errorPx))).toBeLessThan(0.5)
  })

  it('reports photos that are blurred, dark or without a mat', () => {
    const [first] = views
    const grass = Uint8Array.from({ length: 720 * 540 }, (_, at) => 60 + ((at * 7919) % 140))
    const meadow = { grey: { ...size, data: grass }, markers: [] }
    const bad = [
      take(lookAt(first), 20, { blur: 30 }),
      take(lookAt(first), 21, { gain: 0.0004, noise: 0.01 }),
      meadow,
    ]
    const found = calibrate([...photos, ...bad], mat)
    expect(found.cameras.slice(-3)).toEqual(['blurred', 'too-dark', 'no-markers'])
  })

  it('reports photos that are mirrored', () => {
    const mirrored = photos.slice(0, 2).map(({ grey }) => {
      const data = grey.data.map((_, i) => grey.data[i - 2 * (i % size.width) + size.width - 1])
      const image = { ...grey, data }
      return { grey: image, markers: detectMarkers(image) }
    })
    expect(calibrate(mirrored, mat).cameras).toEqual(['mirrored', 'mirrored'])
  })

  it('reports photos with inverted colours', () => {
    const inverted = photos.slice(0, 2).map(({ grey }) => {
      const image = { ...grey, data: grey.data.map((value) => 255 - value) }
      return { grey: image, markers: detectMarkers(image) }
    })
    expect(calibrate(inverted, mat).cameras).toEqual(['inverted', 'inverted'])
  })

  it('reports photos that are stretched in one direction', () => {
    const low = photos.map(({ grey, markers }) => ({
      grey: { ...grey, height: size.height / 1.1 },
      markers: markers.map((marker) => ({
        ...marker,
        corners: marker.corners.map(([u, v]) => [u, v / 1.1] as const),
      })),
    }))
    expect(new Set(calibrate(low, mat).cameras)).toEqual(new Set(['stretched']))
  })

  it('reports a problem for each photo if no photo shows markers', () => {
    const empty = { grey: { width: 8, height: 8, data: new Uint8Array(64) }, markers: [] }
    expect(calibrate([empty, empty], mat).cameras).toEqual(['too-dark', 'too-dark'])
  })
})
