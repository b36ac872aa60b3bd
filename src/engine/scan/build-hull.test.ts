import { expect, it } from 'vitest'
import { rebuildHull } from './build-hull.ts'
import { getMat } from './mat/mat-layout.ts'
import type { ScanView } from './scan-view.ts'
import { type Body, lookAt, renderPhoto } from './testing/render-photo.fixture.ts'

const size = { width: 320, height: 240 }
const lens = { f: 340, k1: 0.02, cx: 161, cy: 119 }
const rings = [
  { height: 12, count: 5 },
  { height: 35, count: 6 },
  { height: 58, count: 4 },
]
const slab: Body = { kind: 'box', centre: [0, 0, 10], half: [40, 30, 10], colour: [0.6, 0.3, 0.1] }

function takePhoto(photo: number, azimuth: number, height: number): ScanView {
  const pose = lookAt({ azimuth, height, distance: 300 })
  const wish = { mat: getMat('one-page'), lens, pose, ...size, bodies: [slab] }
  const none = new Uint8Array()
  const unused = { onPage: none, matChance: none, outline: none, isDropped: false }
  const place = { photo, lens, pose, left: 0, top: 0, ...size }
  return { ...place, ...renderPhoto(wish), white: [1, 1, 1], ...unused, choice: 'auto' }
}

it('lets a low slab bulge only as much as all photos allow', () => {
  const views = rings.flatMap(({ height, count }) =>
    Array.from({ length: count }, (_, k) => takePhoto(k, (360 / count) * k, height)),
  )
  const box = { min: [-44, -34, 0], max: [44, 34, 45] }
  const { grid } = rebuildHull(views, { box, agreement: 1 })!
  const { nx, ny, nz, min, side, field } = grid
  let top = 0
  for (let i = 0; i < field.length; i++) if (field[i] > 0) top = Math.floor(i / (nx * ny))
  expect(top).toBeLessThan(nz - 1)
  // All five low photos together limit the bulge to 27 mm, and any four of them to 28 mm.
  expect(min[2] + top * side).toBeLessThan(27.6)
})
