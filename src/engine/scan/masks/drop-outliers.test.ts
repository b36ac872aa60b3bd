import { expect, it } from 'vitest'
import type { ScanView } from '../scan-view.ts'
import { lookAt } from '../testing/render-photo.fixture.ts'
import { dropOutliers } from './drop-outliers.ts'

const outline = new Uint8Array(100).fill(1)

/** Creates a photo whose mask covers a fraction of the outline. */
function createPhoto(photo: number, height: number, overlap: number): ScanView {
  const pose = lookAt({ azimuth: 30 * photo, height, distance: 300 })
  const mask = outline.map((_, i) => (i < 100 * overlap ? 255 : 0))
  const unused = { rgb: outline, onPage: outline, matChance: outline, isDropped: false }
  const lens = { f: 600, k1: 0, cx: 5, cy: 5 }
  const place = { photo, lens, pose, left: 0, top: 0, width: 10, height: 10 }
  return { ...place, mask, outline, white: [1, 1, 1], ...unused, choice: 'auto' }
}

it('drops the odd photo of a ring, and keeps a ring that shows a bulge of the shape', () => {
  const low = Array.from({ length: 12 }, (_, k) => createPhoto(k, 11 + (k % 3), 0.8))
  const high = Array.from({ length: 22 }, (_, k) => createPhoto(k, 31 + k, k === 5 ? 0.8 : 0.97))
  expect(dropOutliers([...low, ...high])).toBeCloseTo(0.97)
  expect(low.filter(({ isDropped }) => isDropped)).toEqual([])
  expect(high.filter(({ isDropped }) => isDropped)).toEqual([high[5]])
})

it('drops a photo of the low ring that differs from the others', () => {
  const views = Array.from({ length: 12 }, (_, k) => createPhoto(k, 11, k === 4 ? 0.6 : 0.8))
  dropOutliers(views)
  expect(views.filter(({ isDropped }) => isDropped)).toEqual([views[4]])
})
