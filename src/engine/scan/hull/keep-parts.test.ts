import { describe, expect, it } from 'vitest'
import type { FieldGrid } from './field-grid.ts'
import { keepParts } from './keep-parts.ts'

const size = 20
type Range = readonly [from: number, to: number]

/** Creates a grid whose points in any of the boxes are inside. */
function createGrid(boxes: readonly (readonly [x: Range, y: Range, z: Range])[]): FieldGrid {
  const field = Float32Array.from({ length: size ** 3 }, (_, i) => {
    const point = [i % size, Math.floor(i / size) % size, Math.floor(i / size ** 2)]
    const isInside = boxes.some((box) =>
      box.every(([from, to], axis) => point[axis] >= from && point[axis] < to),
    )
    return isInside ? 1 : -1
  })
  return { nx: size, ny: size, nz: size, min: [0, 0, 0], side: 1, field }
}

const countInside = ({ field }: FieldGrid) => field.filter((value) => value > 0).length

const seat = [
  [2, 18],
  [2, 18],
  [12, 16],
] as const
const leg = [
  [4, 6],
  [4, 6],
  [0, 7],
] as const
const wholeLeg = [leg[0], leg[1], [0, 12]] as const

describe('keepParts', () => {
  it('removes a small separate part', () => {
    const grid = createGrid([seat, leg])
    expect(keepParts(grid)).toBe(0)
    expect(countInside(grid)).toBe(16 * 16 * 4)
  })

  it('keeps a small part that the tolerant shape connects', () => {
    const grid = createGrid([seat, leg])
    keepParts(grid, createGrid([seat, wholeLeg]))
    expect(countInside(grid)).toBe(16 * 16 * 4 + 2 * 2 * 7)
  })

  it('counts large separate objects, also if the tolerant shape connects them', () => {
    const apart = [
      [
        [1, 8],
        [1, 19],
        [0, 9],
      ],
      [
        [10, 18],
        [1, 19],
        [0, 9],
      ],
    ] as const
    const both = createGrid([[[1, 18], ...apart[0].slice(1)] as never])
    expect(keepParts(createGrid(apart), both)).toBe(2)
  })

  it('fills hollows inside a part', () => {
    const grid = createGrid([seat])
    grid.field[14 * size * size + 10 * size + 10] = -1
    keepParts(grid)
    expect(countInside(grid)).toBe(16 * 16 * 4)
  })
})
