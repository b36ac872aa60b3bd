import { expect, it } from 'vitest'
import { getMat } from '../mat/mat-layout.ts'
import type { ScanView } from '../scan-view.ts'
import { lookAt, renderPhoto } from '../testing/render-photo.fixture.ts'
import { measureDistance } from './chamfer-distance.ts'
import { compareOutline, compareWithMat } from './compare-with-mat.ts'
import { createTableMap } from './map-table.ts'
import { countObjectColours, maskPasses, refineMask } from './refine-mask.ts'

const size = { width: 320, height: 240 }
const place = { photo: 0, left: 0, top: 0, ...size }
const lens = { f: 400, k1: 0.02, cx: 161, cy: 119 }
const pose = lookAt({ azimuth: 40, height: 35, distance: 320 })
const mat = getMat('one-page')

type Colour = readonly [number, number, number]
const dark: Colour = [0.05, 0.05, 0.05]
const brown: Colour = [0.5, 0.35, 0.2]

const createBox = ([x, z]: readonly number[], [half, high]: readonly number[], colour: Colour) =>
  ({ kind: 'box', centre: [x, 0, z], half: [half, half, high], colour }) as const

/** Takes a photo of boxes whose outline is known to a few pixels. */
function photographBoxes(bodies: readonly ReturnType<typeof createBox>[]) {
  const { rgb, mask } = renderPhoto({ mat, lens, pose, ...size, bodies, noise: 0.01 })
  const object = mask.map((value) => (value > 127 ? 1 : 0))
  const outside = measureDistance(object, 1, size)
  // The shape that the first masks give is too large.
  const outline = Uint8Array.from(outside, (px) => (px < 3 ? 1 : 0))
  const compared = compareWithMat({ ...place, rgb }, { mat, lens, pose })
  const rest = { mask, outline, isDropped: false, choice: 'auto' } as const
  const view: ScanView = { ...place, lens, pose, rgb, ...compared, ...rest }
  return { view, outside, inside: measureDistance(object, 0, size) }
}

it('recognises the mat up to the outline of the object', () => {
  const { view, outside } = photographBoxes([createBox([0, 16], [26, 16], brown)])
  compareOutline(view, mat)
  const { matChance, onPage } = view
  const beside = matChance.filter((_, i) => onPage[i] && outside[i] >= 3 && outside[i] < 12)
  expect(beside.filter((chance) => chance > 80).length / beside.length).toBeLessThan(0.05)
  const object = matChance.filter((_, i) => onPage[i] && outside[i] === 0)
  expect(object.filter((chance) => chance > 80).length / object.length).toBeGreaterThan(0.98)
})

it('keeps the dark parts of an object in front of dark print', () => {
  const { view, inside } = photographBoxes(
    [-30, -10, 10, 30].map((x) => createBox([x, 16], [3, 16], dark)),
  )
  expect(countLost(view, inside)).toBeLessThan(10)
})

it('keeps a dark base below a bright body', () => {
  const { view, inside } = photographBoxes([
    createBox([0, 5], [27, 5], dark),
    createBox([0, 40], [25, 30], brown),
  ])
  expect(countLost(view, inside)).toBeLessThan(20)
})

/** Counts the pixels of the object on the page that the mask lacks, except at its edge. */
function countLost(view: ScanView, inside: Float32Array): number {
  const objectColours = countObjectColours([view], true)
  compareOutline(view, mat)
  const mask = refineMask(view, { objectColours, table: createTableMap() }, maskPasses[1])
  return mask.filter((value, i) => view.onPage[i] && inside[i] > 1.5 && value < 128).length
}
