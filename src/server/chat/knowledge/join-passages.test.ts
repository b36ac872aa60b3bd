import { describe, expect, it } from 'vitest'
import { joinPassages } from './join-passages.ts'

const keys = (...positions: number[]) =>
  positions.map((position) => ({ documentId: 'a', position }))

describe('joinPassages', () => {
  it('joins neighbours and keeps the order of the best passages', () => {
    expect(joinPassages(keys(7, 3, 8, 2), 6)).toEqual([
      { documentId: 'a', position: 7, count: 2 },
      { documentId: 'a', position: 2, count: 2 },
    ])
    expect(joinPassages(keys(1, 3, 2), 6)).toEqual([{ documentId: 'a', position: 1, count: 3 }])
  })

  it('joins at most three passages, and only of one document', () => {
    expect(joinPassages(keys(1, 2, 3, 4), 6)).toEqual([
      { documentId: 'a', position: 1, count: 3 },
      { documentId: 'a', position: 4, count: 1 },
    ])
    const other = { documentId: 'b', position: 2 }
    expect(joinPassages([...keys(1), other], 6)).toHaveLength(2)
  })

  it('adds passages beyond the number of ranges only to their neighbours', () => {
    expect(joinPassages(keys(1, 5, 9, 6), 2)).toEqual([
      { documentId: 'a', position: 1, count: 1 },
      { documentId: 'a', position: 5, count: 2 },
    ])
  })
})
