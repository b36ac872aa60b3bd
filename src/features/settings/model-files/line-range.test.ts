import { describe, expect, it } from 'vitest'
import { findLineRange } from './line-range.ts'

describe('findLineRange', () => {
  it.each([
    [1, 'one'],
    [2, ''],
    [3, 'three'],
    [9, 'three'],
  ])('returns the start and end of line %i', (line, wanted) => {
    const text = 'one\n\nthree'
    const { start, end } = findLineRange(text, line)
    expect(text.slice(start, end)).toBe(wanted)
  })
})
