import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { buildPictureFields } from '../testing/picture-fields.fixture.ts'
import { createPlane } from '../raster/plane.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import { standsOnWheels } from './wheels.ts'

const [width, height] = [240, 160]

type Part = (x: number, y: number) => number
const box =
  (left: number, top: number, right: number, bottom: number): Part =>
  (x, y) =>
    Math.min(x - left, right - x, y - top, bottom - y)
const disc =
  (cx: number, cy: number, r: number): Part =>
  (x, y) =>
    r - Math.hypot(x - cx, y - cy)

function isVehicle(...parts: Part[]): boolean {
  const phi = createPlane(width, height)
  const inside = new Uint8Array(width * height)
  let [left, right, top, bottom, area] = [width, 0, height, 0, 0]
  for (let i = 0; i < inside.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    phi.data[i] = Math.max(...parts.map((part) => part(x, y)))
    if (phi.data[i] <= 0) continue
    inside[i] = 1
    area++
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  const bounds = { left, right, top, bottom, width: right - left + 1, height: bottom - top + 1 }
  return standsOnWheels({ width, height, phi, inside } as GeometryGrid, bounds, area)
}

const car = [box(20, 60, 220, 110), box(60, 30, 170, 70)]
const wheel = (x: number, radius = 20) => disc(x, 130 - radius, radius)

describe('standsOnWheels', () => {
  it('recognises a vehicle seen from its side', () => {
    expect(isVehicle(...car, wheel(65), wheel(175))).toBe(true)
    expect(isVehicle(box(20, 25, 220, 112), wheel(60, 16), wheel(150, 16))).toBe(true)
  })

  it.each([
    ['an animal', [...car, box(40, 100, 60, 130), box(180, 100, 200, 130)]],
    ['an animal with round feet', [...car, wheel(50, 8), wheel(190, 8)]],
    ['a bicycle', [box(70, 60, 170, 110), wheel(60, 42), wheel(180, 42)]],
    ['a scooter', [box(40, 100, 190, 110), box(180, 10, 186, 110), wheel(45, 14), wheel(185, 14)]],
    ['a vehicle from its front', [box(80, 20, 180, 110), wheel(95, 15), wheel(165, 15)]],
    ['a vehicle with three wheels', [...car, wheel(50), wheel(120), wheel(190)]],
    ['a box', [box(20, 30, 220, 130)]],
  ])('does not take %s for a vehicle seen from its side', (_, parts) => {
    expect(isVehicle(...parts)).toBe(false)
  })
})

it('buildFields makes the vehicle a box of usual depth with steep sides and a mirrored back', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160">
    <path d="M20 110V65L60 60 80 30H165L185 60 220 66V110Z" fill="#b33"/>
    <path d="M85 36H160L172 58H74Z" fill="#bcd"/>
    <circle cx="65" cy="110" r="20" fill="#222"/><circle cx="175" cy="110" r="20" fill="#222"/></svg>`
  const picture = await sharp(Buffer.from(svg)).png().toBuffer()
  const { fields, nodeAt } = await buildPictureFields(picture, width, {
    style: 'object',
    detail: 0,
  })
  const { front, back } = fields.heights
  const depthAt = (x: number, y: number) =>
    (front.data[nodeAt(x, y)] + back.data[nodeAt(x, y)]) / fields.bounds.width
  expect(fields.isFrontal).toBe(false)
  expect(depthAt(120, 85)).toBeCloseTo(0.44, 1)
  for (const [x, y] of [
    [26, 85],
    [214, 85],
    [120, 36],
    [65, 122],
  ]) {
    expect(depthAt(x, y)).toBeGreaterThan(0.9 * depthAt(120, 85))
  }
})
