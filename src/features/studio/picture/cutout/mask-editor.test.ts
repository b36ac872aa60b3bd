import { describe, expect, it } from 'vitest'
import { paintSegment, paintStroke, type Mask, type BrushStroke } from './brush.ts'
import { getMaskBox, createMaskEditor, thresholdTable, untouched } from './mask-editor.ts'

const blank = (width = 40, height = 30, value = 0): Mask => ({
  width,
  height,
  data: new Uint8Array(width * height).fill(value),
})
const at = ({ data, width }: Mask, x: number, y: number) => data[y * width + x]

describe('paintStroke', () => {
  it('adds a round dot with a soft edge and returns its area', () => {
    const mask = blank()
    const changed = paintSegment(mask, { mode: 'add', radiusPx: 5, from: [20, 15], to: [20, 15] })
    expect(at(mask, 20, 15)).toBe(255)
    expect(at(mask, 23, 15)).toBe(255)
    expect(at(mask, 26, 15)).toBe(0)
    expect(at(mask, 22, 17)).toBe(255)
    expect(at(mask, 23, 18)).toBeLessThan(255)
    expect(changed).toEqual({ left: 14, top: 9, right: 26, bottom: 21 })
    const count = mask.data.reduce((sum, value) => sum + value / 255, 0)
    expect(Math.abs(count - Math.PI * 25)).toBeLessThan(2)
  })

  it('covers the whole path between two points', () => {
    const mask = blank(40, 30, 255)
    paintSegment(mask, { mode: 'erase', radiusPx: 2, from: [5, 15], to: [35, 15] })
    for (let x = 5; x < 35; x++) expect(at(mask, x, 15)).toBe(0)
    expect(at(mask, 20, 12)).toBe(255)
  })

  it('fills a lasso with a soft edge, even if it intersects itself', () => {
    const mask = blank()
    const square = [10, 5, 20.5, 5, 20.5, 15, 10, 15]
    paintStroke(mask, { mode: 'add', radiusPx: 0, isFilled: true, points: square })
    expect([at(mask, 9, 10), at(mask, 10, 5), at(mask, 19, 14), at(mask, 20, 10)]).toEqual([
      0, 255, 255, 127,
    ])
    expect(at(mask, 15, 15)).toBe(0)
    // This polygon extends beyond the picture and surrounds the picture twice.
    const twice = [-9, -9, 30, -9, 30, 20, -9, 20]
    paintStroke(mask, { mode: 'erase', radiusPx: 0, isFilled: true, points: [...twice, ...twice] })
    expect(mask.data.every((value) => value === 0)).toBe(true)
  })

  it('draws only inside the picture', () => {
    const mask = blank()
    const changed = paintSegment(mask, { mode: 'add', radiusPx: 9, from: [-50, -50], to: [0, 0] })
    expect(changed).toEqual({ left: 0, top: 0, right: 10, bottom: 10 })
    expect(at(mask, 0, 0)).toBe(255)
    expect(mask.data).toHaveLength(1200)
  })
})

describe('createMaskEditor', () => {
  const strokes: BrushStroke[] = [
    { mode: 'add', radiusPx: 4, points: [5, 5, 20, 20, 30, 8] },
    { mode: 'erase', radiusPx: 3, points: [20, 20] },
    { mode: 'add', radiusPx: 1, points: [20, 20, 20, 22] },
  ]

  it('returns the same mask for live strokes as for the same strokes drawn later', () => {
    const found = blank(40, 30, 60)
    const again = createMaskEditor(found)
    again.apply({ threshold: 0.5, strokes })
    const live = createMaskEditor(found)
    live.apply(untouched)
    live.paint({ mode: 'add', radiusPx: 4, from: [5, 5], to: [20, 20] })
    live.paint({ mode: 'add', radiusPx: 4, from: [20, 20], to: [30, 8] })
    live.paint({ mode: 'erase', radiusPx: 3, from: [20, 20], to: [20, 20] })
    live.paint({ mode: 'add', radiusPx: 1, from: [20, 20], to: [20, 22] })
    expect(live.mask.data).toEqual(again.mask.data)
    expect(at(live.mask, 20, 20)).toBe(255)
    expect(at(live.mask, 18, 20)).toBe(0)
  })

  it('undoes the last stroke by drawing the other strokes again', () => {
    const editor = createMaskEditor(blank(40, 30, 60))
    editor.apply({ threshold: 0.5, strokes: strokes.slice(0, 1) })
    const before = editor.mask.data.slice()
    editor.apply({ threshold: 0.5, strokes })
    expect(editor.mask.data).not.toEqual(before)
    editor.apply({ threshold: 0.5, strokes: strokes.slice(0, 1) })
    expect(editor.mask.data).toEqual(before)
  })

  it('never exceeds the alpha of the picture', () => {
    const ceiling = new Uint8Array(1200)
    ceiling[15 * 40 + 20] = 90
    const editor = createMaskEditor(blank(40, 30, 255), ceiling)
    editor.apply({ threshold: 0.5, strokes: [{ mode: 'add', radiusPx: 9, points: [20, 15] }] })
    expect(at(editor.mask, 20, 15)).toBe(90)
    expect(at(editor.mask, 21, 15)).toBe(0)
  })

  it('keeps the detected mask at a threshold of 0.5, shrinks it above and enlarges it below', () => {
    const same = thresholdTable(0.5)
    for (let value = 0; value < 256; value++) expect(same[value]).toBe(value)
    for (const threshold of [0.05, 0.3, 0.8, 0.95]) {
      const table = thresholdTable(threshold)
      expect([table[0], table[255]]).toEqual([0, 255])
      expect(table[Math.ceil(threshold * 255)]).toBeGreaterThan(127)
      expect(table[Math.floor(threshold * 255) - 1]).toBeLessThan(128)
      expect([...table]).toEqual([...table].toSorted((a, b) => a - b))
    }
  })

  it('returns the bounding box of the mask', () => {
    expect(getMaskBox(blank())).toBeUndefined()
    const mask = blank()
    mask.data[7 * 40 + 3] = 200
    mask.data[20 * 40 + 39] = 128
    mask.data[29 * 40] = 127
    expect(getMaskBox(mask)).toEqual({ left: 3, top: 7, right: 40, bottom: 21 })
  })
})
