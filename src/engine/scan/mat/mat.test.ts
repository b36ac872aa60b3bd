import { describe, expect, it } from 'vitest'
import { codeCells, markerCodes, rotateCells, toBits } from './marker-codes.ts'
import { createInk } from './mat-ink.ts'
import { findMatOfMarker, getCorners, getMat } from './mat-layout.ts'
import { matNames } from '../../scan-params.ts'

const countDifferences = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((sum, bit, i) => sum + (bit === b[i] ? 0 : 1), 0)

describe('markerCodes', () => {
  it('contains codes that differ in at least 12 bits at all rotations', () => {
    const bits = markerCodes.map(toBits)
    let least = 36
    for (const [i, one] of bits.entries()) {
      let turned = one
      for (let turn = 0; turn < 4; turn++) {
        for (let j = 0; j <= i; j++) {
          if (j < i || turn > 0) least = Math.min(least, countDifferences(turned, bits[j]))
        }
        turned = rotateCells(turned, codeCells)
      }
    }
    expect(least).toBe(12)
  })
})

describe('getMat', () => {
  it('gives each mat its own marker ids', () => {
    const ids = matNames.flatMap((name) => getMat(name).markers.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(Math.max(...ids)).toBeLessThan(markerCodes.length)
    expect(findMatOfMarker(getMat('two-pages').markers[3].id)?.name).toBe('two-pages')
  })

  it('makes pages that fit A4 and Letter with margins of 8 mm', () => {
    for (const name of matNames) {
      const { halfWidth, halfHeight, pages } = getMat(name)
      const [width, height] = [(2 * halfWidth) / pages[0], (2 * halfHeight) / pages[1]]
      expect(Math.max(width, height)).toBeLessThan(279.4 - 16)
      expect(Math.min(width, height)).toBeLessThan(210 - 16)
    }
  })

  it('keeps all markers away from the centre and inside the printed area', () => {
    for (const name of matNames) {
      const mat = getMat(name)
      for (const marker of mat.markers) {
        for (const [x, y] of getCorners(mat, marker)) {
          expect(Math.hypot(x, y)).toBeGreaterThan(58 * mat.scale - 1e-9)
          expect(Math.abs(x)).toBeLessThan(mat.halfWidth)
          expect(Math.abs(y)).toBeLessThan(mat.halfHeight)
        }
      }
    }
  })
})

describe('createInk', () => {
  it('returns the cells of each marker, and white between the markers', () => {
    const mat = getMat('two-pages')
    const ink = createInk(mat)
    const cell = mat.side / 8
    for (const { x, y, cells } of mat.markers) {
      const [left, top] = [x - mat.side / 2, y + mat.side / 2]
      const read = Array.from(cells, (_, i) =>
        ink(left + ((i % 8) + 0.5) * cell, top - (Math.floor(i / 8) + 0.5) * cell),
      )
      expect(read).toEqual([...cells])
      expect(ink(left - 0.5, y)).toBe(1)
    }
  })

  it('makes about half of the centre black', () => {
    const mat = getMat('one-page')
    const ink = createInk(mat)
    let [black, all] = [0, 0]
    for (let x = -55; x < 55; x++) {
      for (let y = -55; y < 55; y++) {
        if (Math.hypot(x, y) > 53) continue
        all++
        if (ink(x, y) === 0) black++
      }
    }
    expect(black / all).toBeGreaterThan(0.42)
    expect(black / all).toBeLessThan(0.58)
  })
})
