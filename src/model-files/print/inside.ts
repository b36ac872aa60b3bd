import type { MeshPart } from '../mesh/parts.ts'

export type Vector = [number, number, number]

/** A grid of nodes, sorted by x, then y, then z, with lengths in metres. */
export type GridShape = { cell: number; origin: Vector; size: Vector }

type Axis = 0 | 1 | 2

/** Calls back with the three points of each triangle. The next call reuses the arrays. */
export function forCorners(
  { positions, indices }: MeshPart,
  visit: (a: Vector, b: Vector, c: Vector) => void,
): void {
  const a: Vector = [0, 0, 0]
  const b: Vector = [0, 0, 0]
  const c: Vector = [0, 0, 0]
  for (let at = 0; at < indices.length; at += 3) {
    for (const axis of [0, 1, 2] as const) {
      a[axis] = positions[(indices[at] ?? 0) * 3 + axis] ?? 0
      b[axis] = positions[(indices[at + 1] ?? 0) * 3 + axis] ?? 0
      c[axis] = positions[(indices[at + 2] ?? 0) * 3 + axis] ?? 0
    }
    visit(a, b, c)
  }
}

/**
 * Returns a function that tests whether a node is inside the model. At least two of three rays
 * along the axes must agree, because a single ray may pass through a hole.
 */
export function findInside(grid: GridShape, parts: readonly MeshPart[]): (node: number) => boolean {
  const [nx, ny, nz] = grid.size
  const strides = [ny * nz, nz, 1] as const
  const votes = new Uint8Array(nx * ny * nz)
  const winding = new Int16Array(nx * ny * nz)
  for (const along of [0, 1, 2] as const) {
    if (along > 0) winding.fill(0)
    for (const part of parts) countCrossings({ grid, along, strides, winding }, part)
    const [across, over] = crossAxes[along]
    for (let i = 0; i < grid.size[across]; i++) {
      for (let j = 0; j < grid.size[over]; j++) {
        let turns = 0
        let node = i * strides[across] + j * strides[over]
        for (let k = 0; k < grid.size[along]; k++, node += strides[along]) {
          turns += winding[node] ?? 0
          if (turns !== 0) votes[node] = (votes[node] ?? 0) + 1
        }
      }
    }
  }
  return (node) => (votes[node] ?? 0) >= 2
}

/** The two other axes, for each axis. */
const crossAxes: Record<Axis, readonly [Axis, Axis]> = { 0: [1, 2], 1: [2, 0], 2: [0, 1] }

type Crossings = {
  grid: GridShape
  along: Axis
  strides: readonly [number, number, number]
  /** For each node, how often the ray has entered the model minus how often the ray has left. */
  winding: Int16Array
}

/** Counts where rays along an axis cross the surface, with one ray for each column of nodes. */
function countCrossings({ grid, along, strides, winding }: Crossings, part: MeshPart): void {
  const { cell, origin, size } = grid
  const [u, v] = crossAxes[along]
  const ray: Ray = { u, v, x: 0, y: 0 }
  forCorners(part, (a, b, c) => {
    const lowU = Math.min(a[u], b[u], c[u]) - origin[u]
    const highU = Math.max(a[u], b[u], c[u]) - origin[u]
    const lowV = Math.min(a[v], b[v], c[v]) - origin[v]
    const highV = Math.max(a[v], b[v], c[v]) - origin[v]
    for (let i = Math.max(0, Math.ceil(lowU / cell)); i * cell <= highU && i < size[u]; i++) {
      ray.x = origin[u] + i * cell
      for (let j = Math.max(0, Math.ceil(lowV / cell)); j * cell <= highV && j < size[v]; j++) {
        ray.y = origin[v] + j * cell
        const ab = getSide(a, b, ray)
        const bc = getSide(b, c, ray)
        const ca = getSide(c, a, ray)
        const isLeft = ab > 0 && bc > 0 && ca > 0
        if (!isLeft && !(ab < 0 && bc < 0 && ca < 0)) continue
        const hit = (c[along] * ab + a[along] * bc + b[along] * ca) / (ab + bc + ca)
        const k = Math.ceil((hit - origin[along]) / cell)
        if (k < 0 || k >= size[along]) continue
        const at = i * strides[u] + j * strides[v] + k * strides[along]
        winding[at] = (winding[at] ?? 0) + (isLeft ? -1 : 1)
      }
    }
  })
}

type Ray = { u: Axis; v: Axis; x: number; y: number }

/**
 * Returns on which side of the edge from `a` to `b` the ray passes, positive for left. Both
 * triangles at an edge get the same result.
 */
function getSide(a: Vector, b: Vector, { u, v, x, y }: Ray): number {
  const isSwapped = a[u] > b[u] || (a[u] === b[u] && a[v] > b[v])
  const [p, q] = isSwapped ? [b, a] : [a, b]
  const side = (q[u] - p[u]) * (y - p[v]) - (q[v] - p[v]) * (x - p[u])
  return isSwapped ? -side : side
}
