import { describe, expect, it } from 'vitest'
import { rangeOfLine } from './range-of-line.ts'

describe('rangeOfLine', () => {
  it.each([
    [1, 'one'],
    [2, ''],
    [3, 'three'],
    [9, 'three'],
  ])('finds line %i', (line, wanted) => {
    const text = 'one\n\nthree'
    const { start, end } = rangeOfLine(text, line)
    expect(text.slice(start, end)).toBe(wanted)
  })
})
