import { describe, expect, it } from 'vitest'
import { joinPassages } from './join-passages.ts'

const keys = (...positions: number[]) =>
  positions.map((position) => ({ documentId: 'a', position }))
const getRanges = (...positions: number[]) =>
  joinPassages(keys(...positions)).map(({ position, count }) => [position, count])

describe('joinPassages', () => {
  it('joins neighbours and keeps the order of the best passages', () => {
    expect(getRanges(7, 3, 8, 2)).toEqual([
      [7, 2],
      [2, 2],
    ])
    expect(getRanges(1, 3, 2)).toEqual([[1, 3]])
  })

  it('joins at most three found passages, and only of one document', () => {
    expect(getRanges(1, 2, 3, 4)).toEqual([
      [1, 3],
      [4, 2],
    ])
    expect(joinPassages([...keys(1), { documentId: 'b', position: 2 }])).toHaveLength(2)
  })

  it('adds passages beyond the sixth range only to their neighbours', () => {
    expect(getRanges(10, 20, 30, 40, 50, 60, 70, 61)).toEqual([
      [10, 2],
      [20, 2],
      [30, 2],
      [40, 2],
      [50, 2],
      [60, 2],
    ])
  })

  it('extends single passages by the neighbour that was found, or by the following one', () => {
    const far = Array.from({ length: 20 }, (_, at) => 100 + at * 10)
    expect(getRanges(5, ...far, 4)[0]).toEqual([4, 2])
    expect(getRanges(5)[0]).toEqual([5, 2])
  })
})
