import { describe, expect, it } from 'vitest'
import { project } from '../cameras/lens.ts'
import { toGrey } from '../grey-image.ts'
import { getCorners, getMat } from '../mat/mat-layout.ts'
import { lookAt, renderPhoto } from '../testing/render-photo.fixture.ts'
import { detectMarkers } from './detect-markers.ts'

const mat = getMat('one-page')
const size = { width: 800, height: 600 }
const lens = { f: 630, k1: 0.03, cx: 404, cy: 297 }

function detect(wish: Parameters<typeof lookAt>[0], extra: object = {}) {
  const pose = lookAt(wish)
  const { rgb } = renderPhoto({ mat, lens, pose, ...size, noise: 0.02, ...extra })
  const found = detectMarkers(toGrey(rgb, size.width, size.height))
  const errors: number[] = []
  for (const { id, corners } of found) {
    const marker = mat.markers.find((one) => one.id === id)
    if (!marker) throw new Error(`Marker ${id} is on no part of the mat.`)
    for (const [k, [x, y]] of getCorners(mat, marker).entries()) {
      const [u, v] = project(lens, pose, x, y, 0)
      errors.push(Math.hypot(u - corners[k][0], v - corners[k][1]))
    }
  }
  const visible = mat.markers.filter((marker) =>
    getCorners(mat, marker).every(([x, y]) => {
      const [u, v] = project(lens, pose, x, y, 0)
      return u > 6 && v > 6 && u < size.width - 6 && v < size.height - 6
    }),
  )
  const sorted = errors.toSorted((a, b) => a - b)
  return {
    foundFraction: found.length / visible.length,
    median: sorted[sorted.length >> 1],
    worst: sorted.at(-1),
  }
}

describe('detectMarkers', () => {
  it('finds all markers in sharp photos from any direction', () => {
    for (const [azimuth, height] of [
      [0, 30],
      [200, 85],
    ]) {
      const { foundFraction, median, worst } = detect({
        azimuth,
        height,
        distance: 380,
        roll: azimuth,
      })
      expect(foundFraction).toBe(1)
      expect(median).toBeLessThan(0.5)
      expect(worst).toBeLessThan(2)
    }
  })

  it('finds markers in dark, overexposed and noisy photos', () => {
    for (const extra of [{ gain: 0.06 }, { gain: 2.2, noise: 0.08 }]) {
      const { foundFraction, median } = detect({ azimuth: 40, height: 45, distance: 380 }, extra)
      expect(foundFraction).toBeGreaterThan(0.9)
      expect(median).toBeLessThan(1)
    }
  })

  it('finds enough markers despite motion blur of 4 px, and many from a low camera angle', () => {
    expect(
      detect({ azimuth: 40, height: 50, distance: 380 }, { blur: 4 }).foundFraction,
    ).toBeGreaterThan(0.4)
    expect(detect({ azimuth: 130, height: 12, distance: 360 }).foundFraction).toBeGreaterThan(0.3)
  })

  it('finds nothing in a photo without a mat', () => {
    const noise = new Uint8Array(size.width * size.height).map(
      (_, i) => ((i * 7919) % 251) ^ (i >> 9),
    )
    expect(detectMarkers({ ...size, data: noise })).toEqual([])
  })
})
