import { describe, expect, it } from 'vitest'
import { gridLayout } from './use-grid-rows.ts'

describe('gridLayout', () => {
  it.each([
    [0, 2],
    [358, 2],
    [700, 3],
    [1200, 6],
    [2500, 13],
  ])('returns the number of columns of a grid of %i px: %i', (width, columns) =>
    expect(gridLayout(width).columns).toBe(columns),
  )

  it.each([358, 700, 1201, 2500])('makes cards that fill a grid of %i px exactly', (width) => {
    const { columns, cardWidth, gap } = gridLayout(width)
    expect(columns * cardWidth + (columns - 1) * gap).toBeCloseTo(width)
  })
})
