import { describe, expect, it } from 'vitest'
import { getMat } from '../mat/mat-layout.ts'
import type { ScanView } from '../scan-view.ts'
import { type Body, lookAt, renderPhoto } from '../testing/render-photo.fixture.ts'
import { carveShapes } from './carve.ts'
import type { FieldGrid } from './field-grid.ts'

const size = { width: 400, height: 300 }
const lens = { f: 420, k1: 0.02, cx: 201, cy: 149 }
const leg: Body = { kind: 'cylinder', centre: [0, 0, 15], half: [1.5, 1.5, 15], colour: [1, 0, 0] }
const box = { min: [-6, -6, 0], max: [6, 6, 33] }

const views = Array.from({ length: 12 }, (_, k): ScanView => {
  const pose = lookAt({ azimuth: 30 * k, height: 12 + 20 * (k % 3), distance: 300 })
  const { mask } = renderPhoto({ mat: getMat('one-page'), lens, pose, ...size, bodies: [leg] })
  const none = new Uint8Array()
  return {
    photo: k,
    lens,
    pose,
    left: 0,
    top: 0,
    ...size,
    rgb: none,
    onPage: none,
    matChance: none,
    white: [1, 1, 1],
    mask,
    outline: none,
    isDropped: false,
    choice: 'auto',
  }
})

function measureWidth({ nx, ny, nz, side, field }: FieldGrid): number {
  const row = ((nz >> 1) * ny + (ny >> 1)) * nx
  let width = 0
  for (let x = 0; x < nx - 1; x++) {
    const [a, b] = [field[row + x], field[row + x + 1]]
    if (a > 0 && b > 0) width += side
    else if (a > 0 || b > 0) width += (side * Math.max(a, b)) / Math.abs(a - b)
  }
  return width
}

describe('carveShapes', () => {
  it('keeps the true width of a part that is as thin as four pixels', () => {
    expect(
      Math.abs(measureWidth(carveShapes(views, box, { side: 0.5, ignored: 0 }).tolerant) - 3),
    ).toBeLessThan(0.4)
  })

  it('returns distances in mm', () => {
    const { nx, ny, nz, field } = carveShapes(views, box, { side: 0.5, ignored: 0 }).tolerant
    const middle = ((nz >> 1) * ny + (ny >> 1)) * nx + (nx >> 1)
    expect(field[middle]).toBeGreaterThan(0.9)
    expect(field[middle]).toBeLessThan(1.8)
    expect(field[middle + 6]).toBeLessThan(-1.2)
  })

  it('keeps a part that is missing in as many photos as carve ignores', () => {
    const lacking = views.map((view, k) =>
      k === 3 ? { ...view, mask: new Uint8Array(view.mask.length) } : view,
    )
    expect(measureWidth(carveShapes(lacking, box, { side: 0.5, ignored: 0 }).tolerant)).toBe(0)
    expect(
      measureWidth(carveShapes(lacking, box, { side: 0.5, ignored: 1 }).tolerant),
    ).toBeGreaterThan(2.6)
  })
})
