import { describe, expect, it } from 'vitest'
import { findMarks } from './find-marks.ts'

const toItems = (...texts: string[]) => texts.map((str) => ({ str, hasEOL: true }))

describe('findMarks', () => {
  it('finds a passage that starts and ends inside text pieces', () => {
    expect(findMarks(toItems('one two', 'three', 'four five'), 'two\nthree four')).toEqual([
      { item: 0, from: 0.5, to: 1 },
      { item: 1, from: 0, to: 1 },
      { item: 2, from: 0, to: 0.5 },
    ])
  })

  it('ignores white space and empty pieces', () => {
    expect(findMarks(toItems('a  b', ' ', '', 'c'), ' a b c ')).toEqual([
      { item: 0, from: 0, to: 1 },
      { item: 3, from: 0, to: 1 },
    ])
  })

  it('marks nothing if the page does not contain the passage', () => {
    expect(findMarks(toItems('one'), 'two')).toEqual([])
    expect(findMarks(toItems('one'), ' ')).toEqual([])
  })
})
