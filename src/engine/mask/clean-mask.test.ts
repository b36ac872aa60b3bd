import { describe, expect, it } from 'vitest'
import { findComponents, touchesEdge } from '../raster/components.ts'
import { createPlane } from '../raster/plane.ts'
import { cleanMask } from './clean-mask.ts'

describe('cleanMask', () => {
  it('keeps at most as many holes as the face limit allows, even if all holes have the same size', () => {
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

  it('keeps a cut-out’s faint line and small detached part', () => {
    const alpha = createPlane(90, 90)
    for (let i = 0; i < alpha.data.length; i++) {
      const [x, y] = [i % 90, Math.floor(i / 90)]
      const isBlock = x >= 20 && x < 70 && y >= 50 && y < 80
      const isPeg = x >= 80 && x < 84 && y >= 60 && y < 64
      const soft = y >= 50 && y < 80 && x >= 16 && x < 20 ? (x - 15) / 5 : 0
      alpha.data[i] = isBlock || isPeg ? 1 : x === 45 && y >= 10 && y < 50 ? 0.4 : soft
    }
    const kept = (source: 'alpha' | 'network', x: number, y: number) =>
      cleanMask({ alpha, source, confidence: 1 }, 8_000).data[y * 90 + x] > 0.5
    expect(kept('alpha', 45, 20)).toBe(true)
    expect(kept('alpha', 44, 20)).toBe(false)
    expect(kept('alpha', 82, 62)).toBe(true)
    expect(kept('alpha', 17, 60)).toBe(false)
    expect(kept('network', 45, 20)).toBe(false)
    expect(kept('network', 82, 62)).toBe(false)
  })

  it('keeps the pegs of a cut-out tent, but none of many crumbs', () => {
    const side = 400
    const partsFor = (pegs: number) => {
      const alpha = createPlane(side, side)
      for (let i = 0; i < alpha.data.length; i++) {
        const [x, y] = [i % side, Math.floor(i / side)]
        const isTent = x >= 50 && x < 350 && y >= 20 && y < 320
        const isPeg = y >= 350 && y < 358 && x % 20 < 8 && x < pegs * 20
        alpha.data[i] = isTent || isPeg ? 1 : 0
      }
      const { data } = cleanMask({ alpha, source: 'alpha', confidence: 1 }, 8_000)
      const inside = Uint8Array.from(data, (value) => (value > 0.5 ? 1 : 0))
      return findComponents(inside, { width: side, height: side }).areas.length
    }
    expect(partsFor(2)).toBe(3)
    expect(partsFor(20)).toBe(1)
  })
})
