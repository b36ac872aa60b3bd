import { runsThrough } from '../mesh/crossing.ts'

type Solid = { readonly positions: Float32Array; readonly indices: Uint32Array }

const cellsAcross = 64

/**
 * How many triangles of a welded mesh are run through by an edge of another. Neighbours, which share a
 * corner with the edge, do not count.
 */
export function countCrossings({ positions, indices }: Solid): number {
  const grid = new BoxGrid(positions, indices)
  const crossing = new Set<number>()
  for (const cell of grid.cells.values()) {
    for (const one of cell) {
      for (const other of cell) {
        if (one === other || !grid.boxesTouch(one, other)) continue
        for (let k = 0; k < 3; k++) {
          const from = indices[one * 3 + k]
          const to = indices[one * 3 + ((k + 1) % 3)]
          const triangle = indices.subarray(other * 3, other * 3 + 3)
          if (triangle.includes(from) || triangle.includes(to)) continue
          if (!runsThrough(positions, from, to, triangle[0], triangle[1], triangle[2])) continue
          crossing.add(one)
          crossing.add(other)
        }
      }
    }
  }
  return crossing.size
}

/** Triangles by the cells that their boxes reach into. */
class BoxGrid {
  readonly cells = new Map<number, number[]>()
  readonly #low: Float32Array
  readonly #high: Float32Array

  constructor(positions: Float32Array, indices: Uint32Array) {
    const count = indices.length / 3
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
    const cellOf = (value: number, c: number) =>
      Math.min(cellsAcross - 1, Math.floor(((value - least[c]) / size) * cellsAcross))
    for (let t = 0; t < count; t++) {
      const [x0, y0, z0] = [0, 1, 2].map((c) => cellOf(this.#low[t * 3 + c], c))
      const [x1, y1, z1] = [0, 1, 2].map((c) => cellOf(this.#high[t * 3 + c], c))
      for (let x = x0; x <= x1; x++) {
        for (let y = y0; y <= y1; y++) {
          for (let z = z0; z <= z1; z++) this.#add((x * cellsAcross + y) * cellsAcross + z, t)
        }
      }
    }
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
