import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { blur, boxBlurInPlace } from './blur.ts'
import { lightness, srgb8FromLinear, linearFromSrgb8 } from './colour-space.ts'
import { findComponents, touchesEdge } from './components.ts'
import { coveredBox } from './covered-box.ts'
import { signedDistance } from './distance.ts'
import { createPlane, type Plane } from './plane.ts'
import { fillUnknown } from './pull-push.ts'
import { averageDown, resample } from './resample.ts'
import { segment } from './segment.ts'
import { solveGrid } from './solve-grid.ts'
import { weightedBlur } from './weighted-blur.ts'

function getPlane(width: number, height: number, value: (x: number, y: number) => number): Plane {
  const plane = createPlane(width, height)
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = value(i % width, Math.floor(i / width))
  }
  return plane
}

const sum = ({ data }: Plane) => data.reduce((total, value) => total + value, 0)

describe('coveredBox', () => {
  it('returns the box of everything above half coverage, across gaps', () => {
    const places = ['7 9', '30 9', '12 20']
    const mask = getPlane(37, 23, (x, y) => (places.includes(`${x} ${y}`) ? 0.6 : 0.5))
    expect(coveredBox(mask)).toEqual({ left: 7, top: 9, right: 31, bottom: 21 })
    expect(coveredBox(getPlane(3, 2, () => 1))).toEqual({ left: 0, top: 0, right: 3, bottom: 2 })
    expect(coveredBox(getPlane(3, 2, () => 0.5)).right).toBe(0)
  })
})

describe('signedDistance', () => {
  it('returns the same distances as a search through all pixels', () => {
    const random = createRandom(4)
    const mask = getPlane(37, 23, () => (random() < 0.2 ? 1 : 0))
    const { data } = signedDistance(mask, 0)
    for (let i = 0; i < data.length; i++) {
      const [x, y] = [i % 37, Math.floor(i / 37)]
      let nearest = Infinity
      for (let n = 0; n < data.length; n++) {
        if (mask.data[n] === mask.data[i]) continue
        nearest = Math.min(nearest, Math.hypot((n % 37) - x, Math.floor(n / 37) - y))
      }
      expect(data[i]).toBeCloseTo(mask.data[i] ? nearest - 0.5 : 0.5 - nearest, 4)
    }
  })

  it('returns finite distances if all pixels are inside or all are outside', () => {
    for (const value of [0, 1]) {
      const { data } = signedDistance(
        getPlane(9, 5, () => value),
        1,
      )
      expect(data.every(Number.isFinite)).toBe(true)
      expect(Math.sign(data[0])).toBe(value ? 1 : -1)
    }
  })
})

describe('blur', () => {
  it.each([0.7, 1.5, 3, 8])('blurs as widely as a Gaussian with sigma %d', (sigma) => {
    const point = getPlane(101, 101, (x, y) => (x === 50 && y === 50 ? 1 : 0))
    const blurred = blur(point, sigma)
    expect(sum(blurred)).toBeCloseTo(1, 3)
    let variance = 0
    blurred.data.forEach((value, i) => (variance += value * ((i % 101) - 50) ** 2))
    expect(Math.sqrt(variance)).toBeCloseTo(sigma, 0)
  })

  it('keeps a constant plane constant up to its edges', () => {
    for (const sigma of [0.8, 2, 5]) {
      for (const value of blur(
        getPlane(19, 7, () => 3),
        sigma,
      ).data) {
        expect(value).toBeCloseTo(3, 4)
      }
    }
    const box = getPlane(9, 5, () => 3)
    boxBlurInPlace(box, 20)
    for (const value of box.data) expect(value).toBeCloseTo(3, 4)
  })

  it.each([1, 4, 20])('averages squares of radius %d with repeated edges', (radius) => {
    const [width, height] = [13, 9]
    const plane = getPlane(width, height, (x, y) => (x * 7 + y * 5) % 11)
    const read = (x: number, y: number) =>
      plane.data[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))]
    const means = plane.data.map((_, i) => {
      let total = 0
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++)
          total += read((i % width) + dx, Math.floor(i / width) + dy)
      }
      return total / (2 * radius + 1) ** 2
    })
    boxBlurInPlace(plane, radius)
    for (const [i, value] of plane.data.entries()) expect(value).toBeCloseTo(means[i], 4)
  })
})

describe('weightedBlur', () => {
  it.each([1, 6])('ignores samples without weight, at sigma %d', (sigma) => {
    const weight = getPlane(200, 150, (x) => (x < 100 ? 1 : 0))
    const values = getPlane(200, 150, (x) => (x < 100 ? 5 : -1000))
    const { data } = weightedBlur(values, weight, sigma)
    for (let y = 0; y < 150; y += 10) expect(data[y * 200 + 95]).toBeCloseTo(5, 3)
  })
})

describe('resample', () => {
  it('keeps the mean and the slope of a linear gradient', () => {
    const ramp = getPlane(64, 64, (x) => x)
    for (const side of [16, 48, 96]) {
      const { data } = resample(ramp, side, side)
      const middle = (side / 2) * side + side / 2
      expect(data[middle]).toBeCloseTo(31.5 + 0.5 * (64 / side), 1)
    }
    expect(sum(averageDown(ramp, 16, 16)) / 256).toBeCloseTo(31.5, 4)
  })
})

describe('fillUnknown', () => {
  it('extends known colours into unknown samples and does not change known samples', () => {
    const values = getPlane(40, 30, (x) => (x < 10 ? 2 : x >= 30 ? 6 : 99))
    const trust = getPlane(40, 30, (x) => (x < 10 || x >= 30 ? 1 : 0))
    fillUnknown([values], trust)
    const columns = (from: number, to: number) =>
      values.data.filter((_, i) => i % 40 >= from && i % 40 < to)
    expect(new Set(columns(0, 10))).toEqual(new Set([2]))
    expect(new Set(columns(30, 40))).toEqual(new Set([6]))
    expect(Math.min(...columns(10, 30))).toBeGreaterThan(1.9)
    expect(Math.max(...columns(10, 30))).toBeLessThan(6.1)
    expect(values.data[12]).toBeLessThan(values.data[27])
  })
})

describe('findComponents', () => {
  it('separates unconnected areas and marks areas that touch the edge', () => {
    const rows = ['#..#', '.#..', '....', '.##.', '....']
    const marked = Uint8Array.from(rows.join(''), (c) => (c === '#' ? 1 : 0))
    expect(findComponents(marked, { width: 4, height: 5 }).areas).toEqual([1, 1, 1, 2])
    const joined = findComponents(marked, { width: 4, height: 5 }, { diagonals: true })
    expect(joined.areas).toEqual([2, 1, 2])
    expect([...touchesEdge(joined, 4, 5)]).toEqual([1, 1, 0])
  })
})

describe('segment', () => {
  it('separates a disc from a field of another colour', () => {
    const disc = getPlane(40, 30, (x, y) => (Math.hypot(x - 20, y - 15) < 8 ? 80 : 30))
    const flat = getPlane(40, 30, () => 0)
    const everywhere = new Uint8Array(1200).fill(1)
    const { labels, count } = segment([disc, flat, flat], everywhere, {
      looseness: 60,
      areaMin: 8,
    })
    expect(count).toBe(2)
    expect(labels[15 * 40 + 20]).not.toBe(labels[0])
  })
})

describe('solveGrid', () => {
  it('returns a parabola for a constant right-hand side between two borders of zero', () => {
    const [width, height] = [13, 3]
    const inside = new Uint8Array(width * height)
    const east = new Float64Array(width * height)
    const south = new Float64Array(width * height)
    const diagonal = new Float64Array(width * height)
    const right = new Float64Array(width * height)
    for (let x = 1; x < width - 1; x++) {
      const i = width + x
      inside[i] = 1
      diagonal[i] = 2
      right[i] = 2
      if (x < width - 2) east[i] = 1
    }
    const x = solveGrid(
      { width, inside, east, south, diagonal, right },
      { tolerance: 1e-9, iterationsMax: 50 },
    )
    for (let k = 1; k < width - 1; k++) expect(x[width + k]).toBeCloseTo(k * (12 - k), 6)
  })
})

describe('srgb8FromLinear', () => {
  it('inverts linearFromSrgb8', () => {
    for (let code = 0; code < 256; code++) {
      expect(Math.abs(srgb8FromLinear(linearFromSrgb8[code]) - code)).toBeLessThanOrEqual(1)
    }
    expect(lightness(1, 1, 1)).toBeCloseTo(100, 1)
    expect(lightness(0.184_187, 0.184_187, 0.184_187)).toBeCloseTo(50, 1)
  })
})
