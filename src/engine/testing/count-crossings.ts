type Solid = { readonly positions: Float32Array; readonly indices: Uint32Array }

/** Crossings nearer than this share to an edge's end or a triangle's rim are rounding. */
const margin = 1e-4
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
          if (!runsThrough(positions, from * 3, to * 3, triangle)) continue
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

/** T. Möller and B. Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997. */
function runsThrough(p: Float32Array, from: number, to: number, corners: Uint32Array): boolean {
  const [a, b, c] = [corners[0] * 3, corners[1] * 3, corners[2] * 3]
  const way = between(p, from, to)
  const e1 = between(p, a, b)
  const e2 = between(p, a, c)
  const h = cross(way, e2)
  const determinant = dot(e1, h)
  if (Math.abs(determinant) < 1e-16) return false
  const s = between(p, a, from)
  const u = dot(s, h) / determinant
  const q = cross(s, e1)
  const v = dot(way, q) / determinant
  const along = dot(e2, q) / determinant
  return u > margin && v > margin && u + v < 1 - margin && along > margin && along < 1 - margin
}

type Vector = readonly [number, number, number]

const between = (p: Float32Array, a: number, b: number): Vector => [
  p[b] - p[a],
  p[b + 1] - p[a + 1],
  p[b + 2] - p[a + 2],
]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
