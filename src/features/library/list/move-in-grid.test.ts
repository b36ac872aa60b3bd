import { describe, expect, it } from 'vitest'
import { moveInGrid } from './move-in-grid.ts'

// Three rows of the grid: 0 1 2 / 3 4 5 / 6 7.
const grid = { count: 8, columns: 3 }

describe('moveInGrid', () => {
  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['ArrowDown', 5, 7],
    ['Home', 5, 0],
    ['End', 1, 7],
  ])('moves the focus with %s from item %i to item %i', (key, from, to) => {
    expect(moveInGrid(key, from, grid)).toBe(to)
  })

  it.each([
    ['ArrowLeft', 0],
    ['ArrowUp', 2],
    ['ArrowRight', 7],
    ['ArrowDown', 6],
    ['Enter', 3],
  ])('does not move the focus with %s from item %i', (key, from) => {
    expect(moveInGrid(key, from, grid)).toBeUndefined()
  })

  it('moves the focus to the next item with ArrowLeft in languages from right to left', () => {
    expect(moveInGrid('ArrowLeft', 2, { ...grid, isRightToLeft: true })).toBe(3)
    expect(moveInGrid('ArrowRight', 2, { ...grid, isRightToLeft: true })).toBe(1)
  })

  it('moves the focus within a single row', () => {
    expect(moveInGrid('ArrowDown', 0, { count: 2, columns: 5 })).toBeUndefined()
    expect(moveInGrid('ArrowRight', 0, { count: 2, columns: 5 })).toBe(1)
  })
})
