import type { Plane } from '../raster/plane.ts'
import { cellTriangles } from './cell-table.ts'

// oxlint-disable max-params -- for each edge of the grid

/** Triangles in grid coordinates: x and y in nodes, z in cells from the middle plane. */
export type GridMesh = { readonly points: Float32Array; readonly indices: Uint32Array }

/**
 * Distance of vertices from grid points, in cells. Vertices on grid points could make triangles
 * without area.
 */
const clearance = 0.001

/**
 * Runs marching cubes over `square(x, y) - t² > 0` with unit cells. The inside of each grid column
 * is one interval of levels |t| = 0, 1, …, so no volume is stored.
 */
export function marchField(square: Plane): GridMesh {
  const { width, height, data } = square
  const levels = new Int16Array(data.length)
  for (let i = 0; i < data.length; i++) {
    levels[i] = data[i] > 0 ? Math.ceil(Math.sqrt(data[i])) : 0
  }
  const eastFirst = new Int32Array(data.length)
  const southFirst = new Int32Array(data.length)
  const acrossFirst = new Int32Array(data.length)
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      eastFirst[i] = count
      if (x < width - 1) count += crossings(levels[i], levels[i + 1])
      southFirst[i] = count
      if (y < height - 1) count += crossings(levels[i], levels[i + width])
      acrossFirst[i] = count
      if (levels[i] > 0) count += 2
    }
  }

  const points = new Float32Array(count * 3)
  const place = (vertex: number, x: number, y: number, t: number) => {
    points[vertex * 3] = x
    points[vertex * 3 + 1] = y
    points[vertex * 3 + 2] = t
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      for (let axis = 0; axis < 2; axis++) {
        if (axis === 0 ? x === width - 1 : y === height - 1) continue
        const n = axis === 0 ? i + 1 : i + width
        const low = Math.min(levels[i], levels[n])
        const high = Math.max(levels[i], levels[n])
        let vertex = axis === 0 ? eastFirst[i] : southFirst[i]
        for (let sign = 1; sign >= -1; sign -= 2) {
          for (let k = sign > 0 ? low : Math.max(1, low); k < high; k++) {
            const at = within((data[i] - k * k) / (data[i] - data[n]))
            place(vertex++, axis === 0 ? x + at : x, axis === 0 ? y : y + at, sign * k)
          }
        }
      }
      if (levels[i] > 0) {
        const below = levels[i] - 1
        const t = below + within(Math.sqrt(data[i]) - below)
        place(acrossFirst[i], x, y, t)
        place(acrossFirst[i] + 1, x, y, -t)
      }
    }
  }
  const indices = connect({ width, levels, eastFirst, southFirst, acrossFirst }, height, count)
  return { points, indices }
}

const within = (fraction: number) => Math.min(1 - clearance, Math.max(clearance, fraction))

/**
 * Returns the number of surface crossings on the edges between two nodes with `a` and `b` inside
 * levels. Level 0 counts once, other levels twice (front and back).
 */
function crossings(a: number, b: number): number {
  const low = Math.min(a, b)
  const high = Math.max(a, b)
  if (low === high) return 0
  return high - low + (high - Math.max(1, low))
}

type Lattice = {
  readonly width: number
  readonly levels: Int16Array
  readonly eastFirst: Int32Array
  readonly southFirst: Int32Array
  readonly acrossFirst: Int32Array
}

function getVertex(lattice: Lattice, edge: number, i: number, k: number, isBack: boolean): number {
  const { width, levels } = lattice
  if (edge >= 8) {
    const corner = edge - 8
    const n = i + (corner === 1 || corner === 2 ? 1 : 0) + (corner >= 2 ? width : 0)
    return lattice.acrossFirst[n] + (isBack ? 1 : 0)
  }
  const level = edge >= 4 ? k + 1 : k
  const side = edge & 3
  const n = side === 1 ? i + 1 : side === 2 ? i + width : i
  return side === 0 || side === 2
    ? onEdge(levels, lattice.eastFirst, n, n + 1, level, isBack)
    : onEdge(levels, lattice.southFirst, n, n + width, level, isBack)
}

function onEdge(
  levels: Int16Array,
  first: Int32Array,
  i: number,
  n: number,
  k: number,
  isBack: boolean,
): number {
  const low = Math.min(levels[i], levels[n])
  if (!isBack || k === 0) return first[i] + k - low
  return first[i] + Math.max(levels[i], levels[n]) - low + k - Math.max(1, low)
}

function connect(lattice: Lattice, height: number, vertexCount: number): Uint32Array {
  const { width, levels } = lattice
  // A closed mesh has twice as many faces as vertices, and some more for each tunnel.
  let indices = new Uint32Array(vertexCount * 6 + 1024)
  let length = 0
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x
      const a = levels[i]
      const b = levels[i + 1]
      const c = levels[i + width + 1]
      const d = levels[i + width]
      const most = Math.max(a, b, c, d)
      for (let k = Math.max(0, Math.min(a, b, c, d) - 1); k < most; k++) {
        const near = (k < a ? 1 : 0) | (k < b ? 2 : 0) | (k < c ? 4 : 0) | (k < d ? 8 : 0)
        const far =
          (k + 1 < a ? 1 : 0) | (k + 1 < b ? 2 : 0) | (k + 1 < c ? 4 : 0) | (k + 1 < d ? 8 : 0)
        const edges = cellTriangles[near | (far << 4)]
        if (length + 2 * edges.length > indices.length) {
          const larger = new Uint32Array(indices.length * 2)
          larger.set(indices)
          indices = larger
        }
        for (let t = 0; t < edges.length; t += 3) {
          indices[length++] = getVertex(lattice, edges[t], i, k, false)
          indices[length++] = getVertex(lattice, edges[t + 1], i, k, false)
          indices[length++] = getVertex(lattice, edges[t + 2], i, k, false)
          // The back mirrors the front, so its triangles are reversed.
          indices[length++] = getVertex(lattice, edges[t + 2], i, k, true)
          indices[length++] = getVertex(lattice, edges[t + 1], i, k, true)
          indices[length++] = getVertex(lattice, edges[t], i, k, true)
        }
      }
    }
  }
  return indices.subarray(0, length)
}
