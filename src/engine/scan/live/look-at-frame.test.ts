import { describe, expect, it } from 'vitest'
import { getMat } from '../mat/mat-layout.ts'
import { lookAt, renderPhoto } from '../testing/render-photo.fixture.ts'
import { lookAtFrame } from './look-at-frame.ts'

const size = { width: 640, height: 480 }
const lens = { f: 496, k1: 0.03, cx: 320, cy: 240 }

function look(where: Parameters<typeof lookAt>[0], extra: object = {}) {
  const wish = { mat: getMat('two-pages'), lens, pose: lookAt(where), ...size, noise: 0.01 }
  const { rgb } = renderPhoto({ ...wish, ...extra })
  const rgba = new Uint8Array((rgb.length / 3) * 4).map((_, i) =>
    i % 4 === 3 ? 255 : rgb[Math.floor(i / 4) * 3 + (i % 4)],
  )
  return lookAtFrame({ id: 7, ...size, rgba: rgba.buffer })
}

describe('lookAtFrame', () => {
  it('returns the mat and the direction of the camera', () => {
    for (const [azimuth, height] of [
      [15, 30],
      [200, 55],
      [340, 80],
    ]) {
      const found = look({ azimuth, height, distance: 520 })
      expect(found).toMatchObject({ id: 7, mat: 'two-pages' })
      expect(found.problem).toBeUndefined()
      const turn = Math.abs(((found.direction!.azimuth - azimuth + 540) % 360) - 180)
      expect(turn).toBeLessThan(12)
      expect(Math.abs(found.direction!.elevation - height)).toBeLessThan(8)
      expect(found.direction!.distanceMm).toBeGreaterThan(420)
    }
  })

  it('returns a lower sharpness for a frame with motion blur', () => {
    const still = look({ azimuth: 40, height: 45, distance: 520 })
    const moved = look({ azimuth: 40, height: 45, distance: 520 }, { blur: 4 })
    expect(moved.sharpness).toBeLessThan(0.8 * still.sharpness)
  })

  it('explains why a frame cannot be used', () => {
    const where = { azimuth: 40, height: 45, distance: 520 }
    expect(look(where, { gain: 1e-6, noise: 0 }).problem).toBe('too-dark')
    expect(look(where, { blur: 30 }).problem).toBe('blurred')
    expect(look({ ...where, distance: 4000 }).problem).toBe('no-markers')
  })
})
