import { expect, test } from 'vitest'
import type { Cutout } from '../crop.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import type { SideView } from '../views/side-view.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import { isLessLikeSide } from './like-side.ts'

const side = 40
const grid = {
  width: side,
  height: side,
  cellsPerPixel: 1,
  inside: new Uint8Array(side * side).fill(1),
} as GeometryGrid
const cutout = { width: side, height: side, objectSide: side } as Cutout

function getHeights(depthAt: (y: number) => number) {
  const plane = (): Plane => {
    const made = createPlane(side, side)
    made.data.forEach((_, i) => (made.data[i] = depthAt(Math.floor(i / side))))
    return made
  }
  return { front: plane(), back: plane() }
}

const cone = (y: number) => y / 2
const seen: SideView = {
  depth: 1,
  outline: (width, height) => {
    const alpha = createPlane(width, height)
    alpha.data.forEach((_, i) => {
      const off = Math.abs((i % width) + 0.5 - width / 2) / width
      alpha.data[i] = off < Math.floor(i / width) / height / 2 ? 1 : 0
    })
    return { alpha, light: alpha }
  },
}

test('isLessLikeSide compares the profile with the side, regardless of total depth', () => {
  const [like, half, unlike] = [cone, (y: number) => cone(y) / 2, () => side / 2].map(getHeights)
  const at = { grid, cutout, side: seen }
  expect(isLessLikeSide({ now: unlike, before: like }, at)).toBe(true)
  expect(isLessLikeSide({ now: like, before: unlike }, at)).toBe(false)
  expect(isLessLikeSide({ now: half, before: like }, at)).toBe(false)
})
