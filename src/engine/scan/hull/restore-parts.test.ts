import { describe, expect, it } from 'vitest'
import { getMat } from '../mat/mat-layout.ts'
import type { ScanView } from '../scan-view.ts'
import { type Body, lookAt, renderPhoto } from '../testing/render-photo.fixture.ts'
import { carveShapes } from './carve.ts'
import type { FieldGrid } from './field-grid.ts'
import { restoreParts } from './restore-parts.ts'

const size = { width: 400, height: 300 }
const lens = { f: 420, k1: 0.02, cx: 201, cy: 149 }
const none = new Uint8Array()
const top: Body = { kind: 'box', centre: [0, 0, 34], half: [20, 20, 4], colour: [1, 0, 0] }
const leg: Body = { kind: 'cylinder', centre: [15, 15, 15], half: [2, 2, 15], colour: [1, 0, 0] }
const box = { min: [-24, -24, 0], max: [24, 24, 50] }
const side = 0.8

const takePhotos = (lacksLeg: (photo: number) => boolean): ScanView[] =>
  Array.from({ length: 10 }, (_, photo) => {
    const pose = lookAt({ azimuth: 36 * photo, height: 12 + 20 * (photo % 3), distance: 300 })
    const bodies = lacksLeg(photo) ? [top] : [top, leg]
    const { mask } = renderPhoto({ mat: getMat('one-page'), lens, pose, ...size, bodies })
    const place = { photo, lens, pose, left: 0, top: 0, ...size, isDropped: false }
    const unused = { rgb: none, onPage: none, matChance: none, outline: none }
    return { ...place, ...unused, mask, white: [1, 1, 1], choice: 'auto' }
  })

function measureLeg({ nx, ny, min, field }: FieldGrid): number {
  const column = Math.round((15 - min[1]) / side) * nx + Math.round((15 - min[0]) / side)
  let count = 0
  for (let z = 0; z * side < 30; z++) if (field[z * nx * ny + column] > 0) count++
  return count * side
}

describe('restoreParts', () => {
  it('restores a leg that the mask of one photo lacks', () => {
    const views = takePhotos((photo) => photo === 4)
    const strict = carveShapes(views, box, { side, ignored: 0 }).tolerant
    expect(measureLeg(strict)).toBeLessThan(10)
    const tolerant = carveShapes(views, box, { side, ignored: 1 }).tolerant
    restoreParts({ strict, tolerant }, views)
    expect(measureLeg(strict)).toBeGreaterThan(measureLeg(tolerant) - side)
  })

  it('restores nothing of a bulge that only one photo limits', () => {
    const views = takePhotos(() => false).filter(({ photo }) => photo === 6 || photo % 3 !== 0)
    const strict = carveShapes(views, box, { side, ignored: 0 }).tolerant
    const tolerant = carveShapes(views, box, { side, ignored: 1 }).tolerant
    const before = strict.field.slice()
    expect(tolerant.field.filter((value) => value > 0).length).toBeGreaterThan(
      1.01 * before.filter((value) => value > 0).length,
    )
    restoreParts({ strict, tolerant }, views)
    expect(strict.field).toEqual(before)
  })
})
