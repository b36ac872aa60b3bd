import { expect, it } from 'vitest'
import { createPlane, type ThreePlanes } from '../raster/plane.ts'
import { findEnclosedRegions } from './enclosed-regions.ts'
import type { GeometryGrid } from './geometry-grid.ts'

const side = 90

const sum = (mask: Uint8Array) => mask.reduce((total, value) => total + value, 0)

function getRegions(isDark: (x: number, y: number) => boolean) {
  const lab: ThreePlanes = [
    createPlane(side, side),
    createPlane(side, side),
    createPlane(side, side),
  ]
  const phi = createPlane(side, side)
  const inside = new Uint8Array(side * side)
  for (let i = 0; i < inside.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)]
    phi.data[i] = Math.min(x, y, side - 1 - x, side - 1 - y)
    inside[i] = phi.data[i] > 0 ? 1 : 0
    lab[0].data[i] = isDark(x, y) ? 20 : 80
  }
  const grid: GeometryGrid = {
    width: side,
    height: side,
    cellsPerPixel: 1,
    phi,
    inside,
    isBeyond: new Uint8Array(side * side),
    radius: side / 2,
  }
  const { all, unique } = findEnclosedRegions(grid, lab, side * side)
  return { all: sum(all), unique: sum(unique) }
}

it('findEnclosedRegions counts two eyes as unique features of the front', () => {
  const eyes = getRegions(
    (x, y) => Math.abs(y - 30) < 5 && (Math.abs(x - 30) < 5 || Math.abs(x - 60) < 5),
  )
  expect(eyes.all).toBeGreaterThan(100)
  expect(eyes.unique).toBe(eyes.all)
})

it('findEnclosedRegions counts dots all over the object as a pattern', () => {
  const dots = getRegions((x, y) => x % 15 > 4 && y % 15 > 4)
  expect(dots.all).toBeGreaterThan(1_000)
  expect(dots.unique).toBe(0)
})
