import { measureExtent } from '../mesh/extent.ts'
import type { MeshPart } from '../mesh/parts.ts'
import { forCorners, type GridShape, findInside, type Vector } from './inside.ts'

/** Maximum number of grid cells. A larger grid would take gigabytes and minutes. */
const cellsMax = 4_000_000
/** Margin around the model in cells, so that the model's surface is inside the grid. */
const rimCells = 3
const sweeps = 2
/**
 * Shift of the grid in cells, so that grid nodes are not exactly on edges or diagonals of a box.
 */
const offsets = [0.01234567, 0.02714281, 0.03797311] as const

export type DistanceField = {
  cell: number
  /**
   * Returns the distance to the surface in metres, positive inside, with an error of about a tenth
   * of a cell.
   */
  at: (point: readonly [number, number, number]) => number
}

/** Returns the smallest possible cell size of a grid around these parts, in metres. */
export function smallestCell(parts: readonly MeshPart[]): number {
  const { low, high } = measureExtent(parts)
  const sides = [0, 1, 2].map((axis) => Math.max(1e-9, (high[axis] ?? 0) - (low[axis] ?? 0)))
  const longest = Math.max(...sides)
  // Flat models count as at least a twentieth of their longest side deep, because the grid needs
  // some depth.
  const room = sides.reduce((product, side) => product * Math.max(side, longest / 20), 1)
  return (room / cellsMax) ** (1 / 3) * 1.15
}

/**
 * Measures the distance of grid nodes to a closed surface. Nodes at the surface get the nearest
 * surface point, which spreads to all other nodes (after Zhao, «A fast sweeping method for Eikonal
 * equations», 2004).
 */
export function measureDistances(
  parts: readonly MeshPart[],
  cell: number,
  onProgress: (fraction: number) => void = () => {},
): DistanceField {
  const { low, high } = measureExtent(parts)
  const origin = low.map((value, axis) => value - (rimCells + (offsets[axis] ?? 0)) * cell)
  const [nx = 1, ny = 1, nz = 1] = [0, 1, 2].map(
    (axis) => Math.ceil(((high[axis] ?? 0) - (low[axis] ?? 0)) / cell) + 2 * rimCells + 1,
  )
  const grid: Grid = {
    cell,
    origin: [origin[0] ?? 0, origin[1] ?? 0, origin[2] ?? 0],
    size: [nx, ny, nz],
    distance: new Float32Array(nx * ny * nz).fill(Infinity),
    nearest: new Float32Array(nx * ny * nz * 3),
  }
  for (const part of parts) seed(grid, part)
  onProgress(0.3)
  const isInside = findInside(grid, parts)
  onProgress(0.4)
  for (let round = 0; round < sweeps; round++) {
    for (let way = 0; way < 8; way++) {
      sweep(grid, way)
      onProgress(0.4 + (0.6 * (round * 8 + way + 1)) / (sweeps * 8))
    }
  }
  const { distance } = grid
  for (let node = 0; node < distance.length; node++) {
    distance[node] = Math.sqrt(distance[node] ?? 0) * (isInside(node) ? 1 : -1)
  }
  return { cell, at: (point) => interpolate(grid, point) }
}

type Grid = GridShape & {
  distance: Float32Array
  nearest: Float32Array
}

function seed(grid: Grid, part: MeshPart): void {
  const { cell, origin, size, distance, nearest } = grid
  const from: Vector = [0, 0, 0]
  const to: Vector = [0, 0, 0]
  const node: Vector = [0, 0, 0]
  const found: Vector = [0, 0, 0]
  forCorners(part, (a, b, c) => {
    for (const axis of [0, 1, 2] as const) {
      const low = Math.min(a[axis], b[axis], c[axis]) - origin[axis]
      const high = Math.max(a[axis], b[axis], c[axis]) - origin[axis]
      from[axis] = Math.max(0, Math.floor(low / cell))
      to[axis] = Math.min(size[axis] - 1, Math.ceil(high / cell))
    }
    for (let i = from[0]; i <= to[0]; i++) {
      node[0] = origin[0] + i * cell
      for (let j = from[1]; j <= to[1]; j++) {
        node[1] = origin[1] + j * cell
        for (let k = from[2]; k <= to[2]; k++) {
          node[2] = origin[2] + k * cell
          const squared = nearestOnTriangle(node, a, b, c, found)
          const at = (i * size[1] + j) * size[2] + k
          if (squared >= (distance[at] ?? 0)) continue
          distance[at] = squared
          nearest.set(found, at * 3)
        }
      }
    }
  })
}

/**
 * Finds the nearest point on a triangle (Ericson, «Real-Time Collision Detection», section 5.1.5).
 * @returns the squared distance.
 */
// oxlint-disable-next-line max-params -- for each triangle and cell
function nearestOnTriangle(p: Vector, a: Vector, b: Vector, c: Vector, into: Vector): number {
  const abx = b[0] - a[0]
  const aby = b[1] - a[1]
  const abz = b[2] - a[2]
  const acx = c[0] - a[0]
  const acy = c[1] - a[1]
  const acz = c[2] - a[2]
  const apx = p[0] - a[0]
  const apy = p[1] - a[1]
  const apz = p[2] - a[2]
  const d1 = abx * apx + aby * apy + abz * apz
  const d2 = acx * apx + acy * apy + acz * apz
  const bpx = p[0] - b[0]
  const bpy = p[1] - b[1]
  const bpz = p[2] - b[2]
  const d3 = abx * bpx + aby * bpy + abz * bpz
  const d4 = acx * bpx + acy * bpy + acz * bpz
  const cpx = p[0] - c[0]
  const cpy = p[1] - c[1]
  const cpz = p[2] - c[2]
  const d5 = abx * cpx + aby * cpy + abz * cpz
  const d6 = acx * cpx + acy * cpy + acz * cpz
  const va = d3 * d6 - d5 * d4
  const vb = d5 * d2 - d1 * d6
  const vc = d1 * d4 - d3 * d2
  let v = 0
  let w = 0
  if (d1 <= 0 && d2 <= 0) {
    v = 0
  } else if (d3 >= 0 && d4 <= d3) {
    v = 1
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    v = d1 / (d1 - d3 || 1)
  } else if (d6 >= 0 && d5 <= d6) {
    w = 1
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    w = d2 / (d2 - d6 || 1)
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6) || 1)
    v = 1 - w
  } else {
    const whole = va + vb + vc || 1
    v = vb / whole
    w = vc / whole
  }
  into[0] = a[0] + abx * v + acx * w
  into[1] = a[1] + aby * v + acy * w
  into[2] = a[2] + abz * v + acz * w
  return (p[0] - into[0]) ** 2 + (p[1] - into[1]) ** 2 + (p[2] - into[2]) ** 2
}

function sweep({ cell, origin, size, distance, nearest }: Grid, way: number): void {
  const [nx, ny, nz] = size
  const dx = (way & 1) === 0 ? 1 : -1
  const dy = (way & 2) === 0 ? 1 : -1
  const dz = (way & 4) === 0 ? 1 : -1
  const stepX = dx * ny * nz
  const stepY = dy * nz
  const spread = (at: number, beside: number, point: Vector) => {
    if (distance[beside] === Infinity) return
    const px = nearest[beside * 3] ?? 0
    const py = nearest[beside * 3 + 1] ?? 0
    const pz = nearest[beside * 3 + 2] ?? 0
    const squared = (px - point[0]) ** 2 + (py - point[1]) ** 2 + (pz - point[2]) ** 2
    if (squared >= (distance[at] ?? 0)) return
    distance[at] = squared
    nearest[at * 3] = px
    nearest[at * 3 + 1] = py
    nearest[at * 3 + 2] = pz
  }
  const node: Vector = [0, 0, 0]
  for (let i = dx > 0 ? 1 : nx - 2; i >= 0 && i < nx; i += dx) {
    node[0] = origin[0] + i * cell
    for (let j = dy > 0 ? 1 : ny - 2; j >= 0 && j < ny; j += dy) {
      node[1] = origin[1] + j * cell
      for (let k = dz > 0 ? 1 : nz - 2; k >= 0 && k < nz; k += dz) {
        node[2] = origin[2] + k * cell
        const at = (i * ny + j) * nz + k
        spread(at, at - stepX, node)
        spread(at, at - stepY, node)
        spread(at, at - dz, node)
      }
    }
  }
}

/**
 * Interpolates between the eight nodes around a point. Points outside the grid count as far outside
 * the model.
 */
function interpolate(
  { cell, origin, size, distance }: Grid,
  [x, y, z]: readonly [number, number, number],
): number {
  const u = (x - origin[0]) / cell
  const v = (y - origin[1]) / cell
  const w = (z - origin[2]) / cell
  const i = Math.floor(u)
  const j = Math.floor(v)
  const k = Math.floor(w)
  if (i < 0 || j < 0 || k < 0 || i + 1 >= size[0] || j + 1 >= size[1] || k + 1 >= size[2]) {
    return -cell * rimCells
  }
  const r = w - k
  const at = (i * size[1] + j) * size[2] + k
  const toNextY = size[2]
  const toNextX = size[1] * size[2]
  const near = mix(mixNext(distance, at, r), mixNext(distance, at + toNextY, r), v - j)
  const far = mix(
    mixNext(distance, at + toNextX, r),
    mixNext(distance, at + toNextX + toNextY, r),
    v - j,
  )
  return mix(near, far, u - i)
}

const mix = (from: number, to: number, ratio: number): number => from * (1 - ratio) + to * ratio

const mixNext = (values: Float32Array, at: number, ratio: number): number =>
  mix(values[at] ?? 0, values[at + 1] ?? 0, ratio)
