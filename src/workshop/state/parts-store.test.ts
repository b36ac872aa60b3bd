import { describe, expect, it } from 'vitest'
import { listBranch, createPartsStore, isolate, toggle } from './parts-store.ts'

const tree = [0, 1, 2, 1, 0].map((depth, id) => ({
  id,
  depth,
  name: `${id}`,
  triangles: 1,
  own: 1,
  materials: [],
}))
const createState = (hidden: number[]) => ({
  ...createPartsStore().getState(),
  tree,
  hidden: new Set(hidden),
})

describe('parts store', () => {
  it('returns an object with its descendants', () => {
    expect(listBranch(tree, 0)).toEqual([0, 1, 2, 3])
    expect(listBranch(tree, 1)).toEqual([1, 2])
    expect(listBranch(tree, 4)).toEqual([4])
  })

  it('shows only one object and its descendants, and then everything again', () => {
    const alone = isolate(createState([]), 1)
    expect([...alone]).toEqual([0, 3, 4])
    expect(isolate(createState([...alone]), 1).size).toBe(0)
  })

  it('hides and shows an object with its descendants', () => {
    expect([...toggle(createState([3]), 1)]).toEqual([3, 1, 2])
    expect([...toggle(createState([0, 1, 2, 3]), 1)]).toEqual([0, 3])
  })
})
