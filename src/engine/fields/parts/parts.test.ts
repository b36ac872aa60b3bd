import { describe, expect, it } from 'vitest'
import { createPlane, type ThreePlanes } from '../../raster/plane.ts'
import { signedDistance } from '../../raster/distance.ts'
import { segment } from '../../raster/segment.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { bringForward } from './bring-forward.ts'
import { findColourParts } from './colour-parts.ts'
import { findOverlaps } from './overlaps.ts'

const side = 110

function getParts(colourAt: (x: number, y: number) => 0 | 1 | 2) {
  const lab: ThreePlanes = [
    createPlane(side, side),
    createPlane(side, side),
    createPlane(side, side),
  ]
  const alpha = createPlane(side, side)
  const inside = new Uint8Array(side * side)
  let area = 0
  for (let i = 0; i < inside.length; i++) {
    const colour = colourAt(i % side, Math.floor(i / side))
    if (colour === 0) continue
    area++
    inside[i] = 1
    alpha.data[i] = 1
    lab[0].data[i] = (colour === 1 ? 70 : 45) - (i % side) * 0.15
    lab[1].data[i] = colour === 1 ? 0 : 30
  }
  const phi = signedDistance(alpha, 1)
  const isBeyond = new Uint8Array(inside.length)
  const radius = Math.max(...phi.data)
  const grid: GeometryGrid = {
    width: side,
    height: side,
    cellsPerPixel: 1,
    phi,
    inside,
    isBeyond,
    radius,
  }
  const segments = segment(lab, inside, { looseness: 60, areaMin: 8 })
  const parts = findColourParts(grid, { lab, segments, area })
  return { grid, parts, overlaps: findOverlaps(grid, parts) }
}

const isBody = (x: number, y: number) => Math.hypot(x - 50, y - 55) < 36
const isArm = (x: number, y: number) => x > 45 && x < 104 && Math.abs(y - 60) < 7

describe('findOverlaps', () => {
  it('finds a part whose outline continues straight over the other', () => {
    const { overlaps, parts } = getParts((x, y) => (isArm(x, y) ? 2 : isBody(x, y) ? 1 : 0))
    expect(overlaps).toHaveLength(1)
    expect(overlaps[0].near).toBe(parts.labels[60 * side + 100])
    expect(overlaps[0].far).toBe(parts.labels[30 * side + 50])
  })

  it('ignores paint, stripes and prints', () => {
    const stripe = getParts((x, y) => (isBody(x, y) ? (Math.abs(y - 60) < 9 ? 2 : 1) : 0))
    const print = getParts((x, y) => (isBody(x, y) ? (Math.hypot(x - 45, y - 60) < 12 ? 2 : 1) : 0))
    const half = getParts((x, y) => (isBody(x, y) ? (x > 60 ? 2 : 1) : 0))
    expect([stripe, print, half].map(({ overlaps }) => overlaps)).toEqual([[], [], []])
  })

  it('ignores limbs that end at the body they join', () => {
    const { overlaps } = getParts((x, y) => (isBody(x, y) ? 1 : isArm(x, y) ? 2 : 0))
    expect(overlaps).toEqual([])
  })

  it('finds overlaps that bringForward moves without changing the back behind them', () => {
    const { grid, overlaps, parts } = getParts((x, y) => (isArm(x, y) ? 2 : isBody(x, y) ? 1 : 0))
    const plane = createPlane(side, side)
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = grid.inside[i] ? 20 : 0
    const heights = { front: plane, back: plane }
    const { labels } = parts
    const { front, back } = bringForward(heights, grid, { labels, overlaps, thickness: 1 })
    const at = (x: number, y: number) => y * side + x
    expect(front.data[at(60, 60)]).toBeGreaterThan(24)
    expect(front.data[at(60, 48)]).toBeCloseTo(20, 0)
    expect(back.data[at(60, 60)]).toBeCloseTo(20, 0)
    const thick = front.data[at(97, 60)] + back.data[at(97, 60)]
    expect(thick).toBeGreaterThan(10)
    expect(thick).toBeLessThan(16)
    expect(bringForward(heights, grid, { labels, overlaps: [], thickness: 1 })).toBe(heights)
  })
})
