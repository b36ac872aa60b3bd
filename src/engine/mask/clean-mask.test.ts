import { describe, expect, it } from 'vitest'
import { findComponents, touchesEdge } from '../raster/components.ts'
import { createPlane } from '../raster/plane.ts'
import { cleanMask } from './clean-mask.ts'

describe('cleanMask', () => {
  it('keeps no more holes than there are faces for, also where all are of one size', () => {
    const alpha = createPlane(90, 90)
    for (let i = 0; i < alpha.data.length; i++) {
      const [x, y] = [i % 90, Math.floor(i / 90)]
      alpha.data[i] = x % 6 < 2 && y % 6 < 2 && x > 2 && y > 2 ? 0 : 1
    }
    const holesFor = (faceLimit: number) => {
      const { width, height, data } = cleanMask(
        { alpha, source: 'alpha', confidence: 1 },
        faceLimit,
      )
      const outside = Uint8Array.from(data, (value) => (value > 0.5 ? 0 : 1))
      const parts = findComponents(outside, { width, height })
      const isOpen = touchesEdge(parts, width, height)
      return parts.areas.filter((_, part) => !isOpen[part]).length
    }
    expect(holesFor(8_000)).toBe(196)
    expect(holesFor(3_000)).toBe(187)
  })
})
