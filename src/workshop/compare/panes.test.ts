import { describe, expect, it } from 'vitest'
import { paneAt, panesFor, stretchFor } from './panes.ts'

describe('layout of compared models', () => {
  it('divides the longer side of the canvas, or forms a square of four', () => {
    expect(panesFor(2, 800, 400)).toEqual({ columns: 2, rows: 1 })
    expect(panesFor(3, 400, 800)).toEqual({ columns: 1, rows: 3 })
    expect(panesFor(4, 800, 400)).toEqual({ columns: 2, rows: 2 })
  })

  it('numbers the parts in reading order', () => {
    expect(paneAt(0, { columns: 2, rows: 2 })).toEqual({ x: 0, y: 0.5, width: 0.5, height: 0.5 })
    expect(paneAt(3, { columns: 2, rows: 2 })).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 })
  })

  it('keeps the aspect ratio and shows the whole model', () => {
    // A half of a square canvas is half as wide, so the model is half as large.
    expect(stretchFor(1, { columns: 2, rows: 1 })).toEqual({ x: 1, y: 0.5 })
    // A canvas twice as wide as high has space for both models at full size.
    expect(stretchFor(2, { columns: 2, rows: 1 })).toEqual({ x: 2, y: 1 })
    expect(stretchFor(1.5, { columns: 2, rows: 2 })).toEqual({ x: 1, y: 1 })
  })

  it('keeps the model off the captions where the height of a part limits its size', () => {
    // Two square parts, one below the other. The captions leave the middle 60 % free.
    expect(stretchFor(0.5, { columns: 1, rows: 2 }, 0.6)).toEqual({ x: 0.6, y: 1.2 })
    // The width limits the size of a model beside another one.
    expect(stretchFor(1, { columns: 2, rows: 1 }, 0.6)).toEqual({ x: 1, y: 0.5 })
  })
})
