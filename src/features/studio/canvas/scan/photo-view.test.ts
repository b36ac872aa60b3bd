import { describe, expect, it } from 'vitest'
import { toPhotoView } from './photo-view.ts'

const lens = { focalPx: 1200, widthPx: 1600, heightPx: 1200 }
const camera = { at: [0, 0, 1], forward: [0, 0, -1], up: [0, 1, 0], isUpright: false } as const
const open = (changes: object = {}) =>
  toPhotoView(lens, structuredClone({ ...camera, ...changes }) as never)

describe('toPhotoView', () => {
  it('computes the vertical field of view of the photo', () => {
    expect(open().camera.fovDegrees).toBeCloseTo(53.13, 2)
    expect(open().aspect).toBeCloseTo(4 / 3)
    expect(open({ isUpright: true }).camera.fovDegrees).toBeCloseTo(67.38, 2)
    expect(open({ isUpright: true }).aspect).toBeCloseTo(3 / 4)
  })

  it('returns the angle by which the photo must be rotated to be upright', () => {
    expect(open().roll).toBeCloseTo(0)
    // A camera that leans to its right sees the scene lean to the left.
    expect(open({ up: [Math.SQRT1_2, Math.SQRT1_2, 0] }).roll).toBeCloseTo(Math.PI / 4)
    expect(open({ up: [-1, 0, 0] }).roll).toBeCloseTo(-Math.PI / 2)
  })
})
