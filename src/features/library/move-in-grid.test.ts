import { describe, expect, it } from 'vitest'
import { moveInGrid } from './move-in-grid.ts'

// 0 1 2
// 3 4 5
// 6 7
const tops = [0, 0, 0, 9, 9, 9, 18, 18]

describe('moveInGrid', () => {
  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['ArrowDown', 5, 7],
    ['Home', 5, 0],
    ['End', 1, 7],
  ])('goes with %s from %i to %i', (key, from, to) => {
    expect(moveInGrid(key, from, tops)).toBe(to)
  })

  it.each([
    ['ArrowLeft', 0],
    ['ArrowUp', 2],
    ['ArrowRight', 7],
    ['ArrowDown', 6],
    ['Enter', 3],
  ])('stays with %s at %i', (key, from) => {
    expect(moveInGrid(key, from, tops)).toBeUndefined()
  })

  it('goes through a single row', () => {
    expect(moveInGrid('ArrowDown', 0, [0, 0])).toBeUndefined()
    expect(moveInGrid('ArrowRight', 0, [0, 0])).toBe(1)
  })
})
