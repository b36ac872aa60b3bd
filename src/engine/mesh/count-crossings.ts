import { trianglesCross } from './crossing.ts'

type Solid = { readonly positions: Float32Array; readonly indices: Uint32Array }

/** Number of cells along each axis, chosen so that a cell is about as large as a triangle. */
const cellsAcross = (triangles: number) =>
  Math.min(64, Math.max(6, Math.round(Math.sqrt(triangles / 3))))

/**
 * Counts the triangles of a welded mesh that an edge of another triangle intersects. Ignores
 * triangles that share a corner with the edge.
 */
export function countCrossings({ positions, indices }: Solid): number {
  const grid = new BoxGrid(positions, indices)
  const crossing = new Set<number>()
  for (const [key, cell] of grid.cells) {
    for (let i = 0; i < cell.length; i++) {
      const one = cell[i]
      for (let j = 0; j < i; j++) {
        const other = cell[j]
        if (!grid.boxesTouch(one, other) || grid.firstCellOf(one, other) !== key) continue
        const [a, b] = [one * 3, other * 3]
        const corners = indices.subarray(a, a + 3)
        if (!trianglesCross(positions, corners, indices.subarray(b, b + 3))) continue
        crossing.add(one)
        crossing.add(other)
      }
    }
  }
  return crossing.size
}

class BoxGrid {
  readonly cells = new Map<number, number[]>()
  readonly #low: Float32Array
  readonly #high: Float32Array
  readonly #lowCells: Uint8Array
  readonly #across: number

  constructor(positions: Float32Array, indices: Uint32Array) {
    const count = indices.length / 3
    const across = cellsAcross(count)
    this.#across = across
    this.#lowCells = new Uint8Array(count * 3)
    this.#low = new Float32Array(count * 3).fill(Infinity)
    this.#high = new Float32Array(count * 3).fill(-Infinity)
    const least = [Infinity, Infinity, Infinity]
    let size = 0
    for (let k = 0; k < indices.length; k++) {
      for (let c = 0; c < 3; c++) {
        const value = positions[indices[k] * 3 + c]
        const at = Math.floor(k / 3) * 3 + c
        this.#low[at] = Math.min(this.#low[at], value)
        this.#high[at] = Math.max(this.#high[at], value)
        least[c] = Math.min(least[c], value)
      }
    }
    for (let at = 0; at < this.#high.length; at++) {
      size = Math.max(size, this.#high[at] - least[at % 3])
    }
    const getCell = (value: number, c: number) =>
      Math.min(across - 1, Math.floor(((value - least[c]) / size) * across))
    for (let t = 0; t < count; t++) {
      for (let c = 0; c < 3; c++) this.#lowCells[t * 3 + c] = getCell(this.#low[t * 3 + c], c)
      const [x0, y0, z0] = this.#lowCells.subarray(t * 3, t * 3 + 3)
      const [x1, y1, z1] = [0, 1, 2].map((c) => getCell(this.#high[t * 3 + c], c))
      for (let x = x0; x <= x1; x++) {
        for (let y = y0; y <= y1; y++) {
          for (let z = z0; z <= z1; z++) this.#add((x * across + y) * across + z, t)
        }
      }
    }
  }

  firstCellOf(one: number, other: number): number {
    const low = this.#lowCells
    const at = (c: number) => Math.max(low[one * 3 + c], low[other * 3 + c])
    return (at(0) * this.#across + at(1)) * this.#across + at(2)
  }

  boxesTouch(one: number, other: number): boolean {
    for (let c = 0; c < 3; c++) {
      if (this.#low[one * 3 + c] > this.#high[other * 3 + c]) return false
      if (this.#high[one * 3 + c] < this.#low[other * 3 + c]) return false
    }
    return true
  }

  #add(cell: number, triangle: number): void {
    const known = this.cells.get(cell)
    if (known) known.push(triangle)
    else this.cells.set(cell, [triangle])
  }
}
