import { describe, expect, it } from 'vitest'
import { joinPassages } from './join-passages.ts'

const keys = (...positions: number[]) =>
  positions.map((position) => ({ documentId: 'a', position }))
const getRanges = (...positions: number[]) =>
  joinPassages(keys(...positions)).map(({ position, count }) => [position, count])

describe('joinPassages', () => {
  it('joins neighbouring passages and keeps the order of the best passages', () => {
    expect(getRanges(17, 3, 18, 2)).toEqual([
      [17, 3],
      [2, 3],
    ])
    expect(getRanges(1, 3, 2)).toEqual([
      [0, 3],
      [3, 3],
    ])
  })

  it('joins at most three passages, and only passages of one document', () => {
    expect(getRanges(1, 2, 3, 4)).toEqual([
      [1, 3],
      [4, 3],
    ])
    expect(joinPassages([...keys(1), { documentId: 'b', position: 2 }])).toHaveLength(2)
  })

  it('uses passages beyond the sixth range only to extend neighbouring ranges', () => {
    expect(getRanges(10, 20, 30, 40, 50, 60, 70, 61).map(([position]) => position)).toEqual([
      10, 20, 30, 40, 50, 60,
    ])
  })

  it('extends ranges by neighbours that were found, otherwise by the following passages', () => {
    const far = Array.from({ length: 20 }, (_, at) => 100 + at * 10)
    expect(getRanges(5, ...far, 3, 4)[0]).toEqual([3, 3])
    expect(getRanges(5)[0]).toEqual([5, 3])
  })
})
