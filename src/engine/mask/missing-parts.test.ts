import { describe, expect, it } from 'vitest'
import { createPlane, type ThreePlanes } from '../raster/plane.ts'
import { addMissingParts, findMissingParts } from './missing-parts.ts'

const side = 100
type Box = { left: number; top: number; right: number; bottom: number }
const isIn = ({ left, top, right, bottom }: Box, x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom

function draw(boxes: readonly Box[], tone = 60) {
  const lab: ThreePlanes = [
    createPlane(side, side),
    createPlane(side, side),
    createPlane(side, side),
  ]
  const mask = createPlane(side, side)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)]
    lab[0].data[i] = 70 + ((x * 7 + y * 3) % 5)
    if (boxes.some((box) => isIn(box, x, y))) lab[1].data[i] = tone
    if (boxes[0] && isIn(boxes[0], x, y)) mask.data[i] = 1
  }
  return { lab, mask }
}

function scene(boxes: readonly Box[], tone?: number) {
  const { lab, mask } = draw(boxes, tone)
  return findMissingParts(lab, mask)
}

const body = { left: 40, top: 30, right: 60, bottom: 70 }

describe('findMissingParts', () => {
  it('reports an area beside the mask that does not match the background', () => {
    const [part, ...others] = scene([body, { left: 60, top: 40, right: 80, bottom: 60 }])
    expect(others).toEqual([])
    const strips = part?.strips ?? []
    expect(strips.length).toBeGreaterThan(5)
    for (const { x, toX, y } of strips) {
      expect(x).toBeCloseTo(0.6, 1)
      expect(toX).toBeCloseTo(0.8, 1)
      expect(y).toBeGreaterThan(0.39)
      expect(y).toBeLessThan(0.61)
    }
  })

  it.each<[string, Box, number?]>([
    ['nothing is beside the mask', body],
    ['the area is far from the mask', { left: 80, top: 10, right: 95, bottom: 30 }],
    ['the area’s colour hardly differs', { left: 60, top: 40, right: 80, bottom: 60 }, 15],
    ['the area is a speck', { left: 60, top: 48, right: 63, bottom: 51 }],
    ['the picture’s border has the area’s colour', { left: 60, top: 40, right: 100, bottom: 60 }],
  ])('reports no part if %s', (_why, box, tone) => {
    expect(scene([body, box], tone)).toEqual([])
  })

  it('reports a wide area of uncertain mask values, but not a soft edge', () => {
    const grey = [
      createPlane(side, side),
      createPlane(side, side),
      createPlane(side, side),
    ] as const
    const arm = { left: 60, top: 40, right: 80, bottom: 48 }
    const edge = { left: 57, top: 30, right: 61, bottom: 70 }
    const found = (unsure: Box) => {
      const mask = createPlane(side, side)
      for (let i = 0; i < side * side; i++) {
        const [x, y] = [i % side, Math.floor(i / side)]
        if (isIn(unsure, x, y)) mask.data[i] = 0.35
        else if (isIn(body, x, y)) mask.data[i] = 1
      }
      return findMissingParts(grey, mask)
    }
    expect(found(edge)).toEqual([])
    const [part] = found(arm)
    expect(part?.strips[0]?.toX).toBeCloseTo(0.8, 1)
  })

  it('returns strips without gaps for parts of any height', () => {
    const [part] = scene([body, { left: 60, top: 33, right: 80, bottom: 60 }])
    const { strips, strip } = part ?? { strips: [], strip: 0 }
    strips.slice(1).forEach(({ y }, k) => expect(y - (strips[k]?.y ?? 0)).toBeCloseTo(strip, 6))
    expect(strips.length).toBe(14)
  })
})

describe('addMissingParts', () => {
  const arm = { left: 60, top: 40, right: 80, bottom: 50 }
  const centre = 45 * side + 70

  it('adds an arm whose colour the background does not have', () => {
    const { lab, mask } = draw([body, arm])
    const added = addMissingParts(lab, mask)
    expect(added.data[centre]).toBe(1)
    expect(added.data[centre + 20]).toBe(0)
  })

  it('does not add an uncertain area in the background’s colour', () => {
    const { lab, mask } = draw([body, arm], 0)
    for (let y = arm.top; y < arm.bottom; y++) {
      mask.data.fill(0.35, y * side + arm.left, y * side + arm.right)
    }
    expect(findMissingParts(lab, mask)).toHaveLength(1)
    expect(addMissingParts(lab, mask)).toBe(mask)
  })
})
