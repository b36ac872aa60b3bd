import { expect, it } from 'vitest'
import { buildHull, rebuildHull } from './build-hull.ts'
import type { FieldGrid } from './hull/field-grid.ts'
import { compareWithMat } from './masks/compare-with-mat.ts'
import { getMat } from './mat/mat-layout.ts'
import type { ScanView } from './scan-view.ts'
import { type Body, lookAt, renderPhoto } from './testing/render-photo.fixture.ts'

const size = { width: 320, height: 240 }
const lens = { f: 340, k1: 0.02, cx: 161, cy: 119 }
const mat = getMat('one-page')

type Ring = { readonly height: number; readonly count: number }

const takePhotos = (rings: readonly Ring[], bodies: readonly Body[]): ScanView[] =>
  rings.flatMap(({ height, count }) =>
    Array.from({ length: count }, (_, photo) => {
      const pose = lookAt({ azimuth: (360 / count) * photo, height, distance: 300 })
      const none = new Uint8Array()
      const unused = { onPage: none, matChance: none, outline: none, isDropped: false }
      const place = { photo, lens, pose, left: 0, top: 0, ...size }
      const wish = { mat, lens, pose, ...size, bodies, noise: 0.01, seed: height + photo }
      return { ...place, ...renderPhoto(wish), white: [1, 1, 1], ...unused, choice: 'auto' }
    }),
  )

function measureTop({ nx, ny, min, side, field }: FieldGrid): number {
  let top = 0
  for (let i = 0; i < field.length; i++) if (field[i] > 0) top = Math.floor(i / (nx * ny))
  return min[2] + top * side
}

it('lets a low slab bulge only as much as all photos allow', () => {
  const rings = [
    { height: 12, count: 5 },
    { height: 35, count: 6 },
    { height: 58, count: 4 },
  ]
  const half = [40, 30, 10] as const
  const views = takePhotos(rings, [
    { kind: 'box', centre: [0, 0, 10], half, colour: [0.6, 0.3, 0.1] },
  ])
  const box = { min: [-44, -34, 0], max: [44, 34, 45] }
  const { grid } = rebuildHull(views, { box, agreement: 1 })!
  const top = measureTop(grid)
  expect(top).toBeLessThan(grid.min[2] + (grid.nz - 1) * grid.side)
  // All five low photos together limit the bulge to 27 mm, and any four of them to 28 mm.
  expect(top).toBeLessThan(27.6)
})

it('keeps the neck of a bottle in front of a wall of the same colour', async () => {
  const rings = [
    { height: 12, count: 4 },
    { height: 33, count: 8 },
    { height: 58, count: 4 },
  ]
  const views = takePhotos(rings, [
    { kind: 'cylinder', centre: [0, 0, 25], half: [16, 16, 25], colour: [0.5, 0.05, 0.05] },
    { kind: 'cylinder', centre: [0, 0, 65], half: [6, 6, 15], colour: [0.4, 0.37, 0.33] },
  ]).map((view) => ({ ...view, ...compareWithMat(view, { mat, lens, pose: view.pose }) }))
  const hull = await buildHull(views, { radius: 60, height: 120, mat })
  const top = measureTop(hull!.grid)
  expect(top).toBeGreaterThan(78)
  expect(top).toBeLessThan(83)
})
