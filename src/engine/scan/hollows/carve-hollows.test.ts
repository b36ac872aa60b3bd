import { describe, expect, it } from 'vitest'
import { carveShapes } from '../hull/carve.ts'
import type { FieldGrid } from '../hull/field-grid.ts'
import { getMat } from '../mat/mat-layout.ts'
import type { ScanView } from '../scan-view.ts'
import { type Body, lookAt, renderPhoto } from '../testing/render-photo.fixture.ts'
import { carveHollows } from './carve-hollows.ts'

const size = { width: 320, height: 240 }
const lens = { f: 340, k1: 0.02, cx: 161, cy: 119 }
const none = new Uint8Array()
const rings = [
  { height: 12, count: 8 },
  { height: 35, count: 8 },
  { height: 58, count: 8 },
]

function photographBodies(bodies: Body[]): ScanView[] {
  return rings.flatMap(({ height, count }) =>
    Array.from({ length: count }, (_, k): ScanView => {
      const pose = lookAt({ azimuth: (360 / count) * k, height, distance: 300 })
      const wish = { mat: getMat('one-page'), lens, pose, ...size, bodies, noise: 0.01, seed: k }
      const unused = { onPage: none, matChance: none, outline: none }
      const place = { photo: k, lens, pose, left: 0, top: 0, ...size }
      const white = [0.9, 0.9, 0.9] as const
      return { ...place, ...renderPhoto(wish), white, ...unused, isDropped: false, choice: 'auto' }
    }),
  )
}

const box = { min: [-45, -45, 0], max: [45, 45, 45] }
function carveBodies(bodies: Body[]): { grid: FieldGrid; views: ScanView[] } {
  const views = photographBodies(bodies)
  return { grid: carveShapes(views, box, { side: 0.8, ignored: 0 }).tolerant, views }
}

function measureHeight({ nx, ny, nz, min, side, field }: FieldGrid, x: number, y: number) {
  const column = Math.round((y - min[1]) / side) * nx + Math.round((x - min[0]) / side)
  let z = nz - 1
  while (z > 0 && field[z * nx * ny + column] <= 0) z--
  return min[2] + z * side
}

const rimColour = [0.6, 0.3, 0.1] as const
const tray: Body[] = [
  { kind: 'box', centre: [0, 31, 12], half: [36, 5, 12], colour: rimColour },
  { kind: 'box', centre: [0, -31, 12], half: [36, 5, 12], colour: rimColour },
  { kind: 'box', centre: [31, 0, 12], half: [5, 33, 12], colour: rimColour },
  { kind: 'box', centre: [-31, 0, 12], half: [5, 33, 12], colour: rimColour },
  { kind: 'box', centre: [0, 0, 6], half: [30, 30, 6], colour: [0.1, 0.3, 0.6] },
  { kind: 'cylinder', centre: [-6, 8, 7], half: [14, 14, 7], colour: [0.7, 0.7, 0.6] },
]

/** Returns the mean distance of the tray's floor from its true height, in mm. */
function measureFloorError(grid: FieldGrid): number {
  let [sum, count] = [0, 0]
  for (let y = -20; y <= 20; y += 4) {
    for (let x = -20; x <= 20; x += 4, count++) {
      const z = Math.hypot(x + 6, y - 8) < 14 ? 14 : 12
      sum += Math.abs(measureHeight(grid, x, y) - z)
    }
  }
  return sum / count
}

describe('carveHollows', () => {
  it('carves a tray down to its floor, and keeps its rim', () => {
    const { grid, views } = carveBodies(tray)
    expect(measureFloorError(grid)).toBeGreaterThan(12)
    carveHollows(grid, views)
    expect(measureFloorError(grid)).toBeLessThan(4)
    for (const along of [-20, 0, 20]) {
      expect(measureHeight(grid, along, 33)).toBeCloseTo(24, -0.5)
      expect(measureHeight(grid, -33, along)).toBeCloseTo(24, -0.5)
    }
  })

  it('flattens the bulge over a flat top without texture', () => {
    const half = [36, 28, 9] as const
    const { grid, views } = carveBodies([
      { kind: 'box', centre: [0, 0, 9], half, colour: rimColour },
    ])
    expect(measureHeight(grid, 0, 0)).toBeGreaterThan(22)
    carveHollows(grid, views)
    for (const x of [-30, -15, 0, 15, 30]) {
      for (const y of [-22, 0, 22])
        expect(Math.abs(measureHeight(grid, x, y) - 18)).toBeLessThan(1.6)
    }
  })

  it('keeps the top of a round shape', () => {
    const half = [36, 36, 30] as const
    const { grid, views } = carveBodies([
      { kind: 'ellipsoid', centre: [0, 0, 10], half, colour: rimColour },
    ])
    carveHollows(grid, views)
    expect(Math.abs(measureHeight(grid, 0, 0) - 40)).toBeLessThan(1.2)
  })

  it('keeps a pointed shape', () => {
    const cone: Body[] = [24, 18, 12, 6].map((radius, k) => {
      const colour = [0.2 + 0.15 * k, 0.5 - 0.1 * k, 0.2] as const
      const half = [radius, radius, 5] as const
      return { kind: 'cylinder', centre: [0, 0, 5 + 10 * k], half, colour }
    })
    const { grid, views } = carveBodies(cone)
    const before = grid.field.filter((value) => value > 0).length
    carveHollows(grid, views)
    expect(grid.field.filter((value) => value > 0).length).toBeGreaterThan(0.97 * before)
    expect(measureHeight(grid, 0, 0)).toBeGreaterThan(38)
  })
})
