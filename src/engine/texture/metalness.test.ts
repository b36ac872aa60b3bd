import { describe, expect, it } from 'vitest'
import { linearFromSrgb8 } from '../raster/colour-space.ts'
import { createPlane, type ThreePlanes } from '../raster/plane.ts'
import { findMetal } from './metalness.ts'

const side = 64
type Tone = (x: number, y: number) => readonly [number, number, number]

function getMetal(tone: Tone): number {
  const linear: ThreePlanes = [0, 1, 2].map((c) => {
    const plane = createPlane(side, side)
    for (let i = 0; i < plane.data.length; i++) {
      const code = Math.round(tone(i % side, Math.floor(i / side))[c])
      plane.data[i] = linearFromSrgb8[Math.max(0, Math.min(255, code))]
    }
    return plane
  }) as unknown as ThreePlanes
  const weight = createPlane(side, side)
  weight.data.fill(1)
  const metal = findMetal({ linear, weight, radius: side / 2 })
  if (!metal) return 0
  return metal.data.reduce((sum, value) => sum + value, 0) / metal.data.length
}

const sheen = (x: number) => {
  const across = x / side
  const streak = Math.exp(-(((across - 0.35) / 0.05) ** 2))
  return 40 + 130 * Math.sin(across * Math.PI) ** 2 + 150 * streak
}
const white = (level: number) => Math.max(0, level - 190) * 2

describe('findMetal', () => {
  it.each<[string, Tone]>([
    ['steel', (x) => [sheen(x), sheen(x), sheen(x) + 6]],
    [
      'gold',
      (x) => {
        const level = sheen(x)
        return [level * 1.1, level * 0.85 + white(level) * 0.4, level * 0.45 + white(level)]
      },
    ],
  ])('detects %s as metal', (_name, tone) => {
    expect(getMetal(tone)).toBeGreaterThan(0.4)
  })

  it.each<[string, Tone]>([
    ['grey plastic without highlights', (x) => Array(3).fill(60 + x) as [number, number, number]],
    [
      'a red pipe with a highlight',
      (x) => {
        const level = sheen(x)
        return [level, level * 0.3 + white(level), level * 0.3 + white(level)]
      },
    ],
    ['brown fur', (x) => [sheen(x), sheen(x) * 0.6, sheen(x) * 0.35]],
    ['print on paper', (x, y) => (((x >> 2) + (y >> 2)) % 3 ? [250, 250, 250] : [20, 20, 20])],
    ['plain white', () => [245, 245, 245]],
    ['a plain gold colour', () => [212, 175, 55]],
  ])('does not detect %s as metal', (_name, tone) => {
    expect(getMetal(tone)).toBeLessThan(0.02)
  })
})
