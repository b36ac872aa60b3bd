import { EdgeTable } from '#lib/geometry/edge-table.ts'
import type { MeshPart } from './parts.ts'
import { weld, type Welded } from './weld.ts'

/** How the triangles of a surface are connected. Lengths are in metres. */
export type Topology = {
  triangles: number
  points: number
  /** Number of edges with one triangle, at a hole or a rim. */
  boundaryEdges: number
  /** Number of edges with three or more triangles. */
  nonManifoldEdges: number
  /** Number of edges whose two triangles have opposite winding. */
  inconsistentEdges: number
  degenerate: number
  shells: Shell[]
  volume: number
  area: number
  isClosed: boolean
  openLines: Float32Array
  nonManifoldLines: Float32Array
}

export type Shell = {
  triangles: number
  /** Volume of a closed shell, negative if the shell is inside out. */
  volume: number
  isClosed: boolean
  low: readonly [number, number, number]
  high: readonly [number, number, number]
  isCavity: boolean
}

const linesMax = 100_000

/** Analyses how the triangles of a model are connected. */
export function analyzeTopology(parts: readonly MeshPart[]): Topology {
  const welded = weld(parts)
  const edges = collectEdges(welded.indices)
  const group = labelShells(welded, edges)
  const { shells, volume, area, flat } = measureShells(welded, edges, group)
  const open = getLines(welded, edges, (uses) => uses === 1)
  const nonManifold = getLines(welded, edges, (uses) => uses > 2)
  return {
    triangles: welded.indices.length / 3,
    points: welded.positions.length / 3,
    boundaryEdges: open.count,
    nonManifoldEdges: nonManifold.count,
    inconsistentEdges: edges.inconsistent,
    degenerate: welded.degenerate + flat,
    shells,
    volume,
    area,
    isClosed: open.count === 0 && nonManifold.count === 0 && edges.inconsistent === 0,
    openLines: open.lines,
    nonManifoldLines: nonManifold.lines,
  }
}

/** Returns the shells by their number, and the shell number of each triangle. */
export function findShells(welded: Welded): {
  shells: ReadonlyMap<number, Shell>
  group: Int32Array
} {
  const edges = collectEdges(welded.indices)
  const group = labelShells(welded, edges)
  return { shells: measureShells(welded, edges, group).byNumber, group }
}

export type Edges = {
  /**
   * `from` and `to` are a hash table of edges, with the lower and the higher point. A `from` of −1
   * is an empty slot.
   */
  from: Int32Array
  to: Int32Array
  uses: Uint8Array
  /**
   * For each edge, the number of triangles in the direction to the higher point, minus the number
   * in the other direction.
   */
  balance: Int8Array
  first: Int32Array
  ofCorner: Uint32Array
  inconsistent: number
}

export function collectEdges(indices: Uint32Array): Edges {
  const table = new EdgeTable(indices.length)
  const { size, low: from, high: to } = table
  const uses = new Uint8Array(size)
  const balance = new Int8Array(size)
  const first = new Int32Array(size)
  const ofCorner = new Uint32Array(indices.length)
  for (let corner = 0; corner < indices.length; corner++) {
    const a = indices[corner] ?? 0
    const b = indices[corner % 3 === 2 ? corner - 2 : corner + 1] ?? 0
    const place = table.placeOf(a, b)
    if (uses[place] === 0) first[place] = Math.floor(corner / 3)
    ofCorner[corner] = place
    uses[place] = Math.min(255, (uses[place] ?? 0) + 1)
    balance[place] = Math.max(-100, Math.min(100, (balance[place] ?? 0) + (a < b ? 1 : -1)))
  }
  let inconsistent = 0
  for (let place = 0; place < size; place++) {
    if (uses[place] === 2 && balance[place] !== 0) inconsistent++
  }
  return { from, to, uses, balance, first, ofCorner, inconsistent }
}

/** Returns the shell number of each triangle, by union-find over edges. */
function labelShells({ indices }: Welded, { first, ofCorner }: Edges): Int32Array {
  const parent = new Int32Array(indices.length / 3)
  for (let triangle = 0; triangle < parent.length; triangle++) parent[triangle] = triangle
  const getRoot = (triangle: number) => {
    let at = triangle
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? 0] ?? 0
      at = parent[at] ?? 0
    }
    return at
  }
  for (let corner = 0; corner < indices.length; corner++) {
    const a = getRoot(Math.floor(corner / 3))
    const b = getRoot(first[ofCorner[corner] ?? 0] ?? 0)
    if (a !== b) parent[a > b ? a : b] = a > b ? b : a
  }
  for (let triangle = 0; triangle < parent.length; triangle++) {
    parent[triangle] = getRoot(triangle)
  }
  return parent
}

function measureShells(
  { positions, indices }: Welded,
  { uses, balance, ofCorner }: Edges,
  group: Int32Array,
) {
  const shells = new Map<number, Shell & { low: number[]; high: number[] }>()
  let area = 0
  let flat = 0
  for (let triangle = 0; triangle < group.length; triangle++) {
    const root = group[triangle] ?? 0
    let shell = shells.get(root)
    if (!shell) {
      shell = {
        triangles: 0,
        volume: 0,
        isClosed: true,
        isCavity: false,
        low: [Infinity, Infinity, Infinity],
        high: [-Infinity, -Infinity, -Infinity],
      }
      shells.set(root, shell)
    }
    shell.triangles++
    for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
      const slot = ofCorner[corner] ?? 0
      if (uses[slot] !== 2 || balance[slot] !== 0) shell.isClosed = false
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[(indices[corner] ?? 0) * 3 + axis] ?? 0
        if (value < (shell.low[axis] ?? 0)) shell.low[axis] = value
        if (value > (shell.high[axis] ?? 0)) shell.high[axis] = value
      }
    }
    const measured = measureTriangle(positions, indices, triangle)
    shell.volume += measured.volume
    area += measured.area
    if (measured.area === 0) flat++
  }
  const sorted = [...shells.values()].toSorted((a, b) => b.triangles - a.triangles)
  // Only the 64 largest shells can contain others, to limit the computing time.
  const largest = sorted.slice(0, 64)
  for (const shell of sorted) {
    shell.isCavity =
      shell.isClosed && shell.volume < 0 && largest.some((other) => isInside(shell, other))
  }
  const volume = sorted.reduce(
    (sum, shell) => sum + (shell.isCavity ? shell.volume : Math.abs(shell.volume)),
    0,
  )
  return { shells: sorted, byNumber: shells, volume, area, flat }
}

const isInside = (inner: Shell, outer: Shell): boolean =>
  inner !== outer &&
  outer.volume > 0 &&
  inner.low.every((value, axis) => value > (outer.low[axis] ?? 0)) &&
  inner.high.every((value, axis) => value < (outer.high[axis] ?? 0))

/**
 * Returns a triangle's area and the signed volume between the triangle and the origin. The sum of
 * these volumes is the enclosed volume of a closed surface.
 */
function measureTriangle(positions: Float32Array, indices: Uint32Array, triangle: number) {
  const a = (indices[triangle * 3] ?? 0) * 3
  const b = (indices[triangle * 3 + 1] ?? 0) * 3
  const c = (indices[triangle * 3 + 2] ?? 0) * 3
  const [ax = 0, ay = 0, az = 0] = [positions[a], positions[a + 1], positions[a + 2]]
  const ux = (positions[b] ?? 0) - ax
  const uy = (positions[b + 1] ?? 0) - ay
  const uz = (positions[b + 2] ?? 0) - az
  const vx = (positions[c] ?? 0) - ax
  const vy = (positions[c + 1] ?? 0) - ay
  const vz = (positions[c + 2] ?? 0) - az
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  return {
    area: Math.sqrt(nx * nx + ny * ny + nz * nz) / 2,
    volume: (ax * nx + ay * ny + az * nz) / 6,
  }
}

function getLines({ positions }: Welded, edges: Edges, isWanted: (uses: number) => boolean) {
  const { from, to, uses } = edges
  let count = 0
  for (let slot = 0; slot < uses.length; slot++) if (isWanted(uses[slot] ?? 0)) count++
  const lines = new Float32Array(Math.min(count, linesMax) * 6)
  let at = 0
  for (let slot = 0; slot < uses.length && at < lines.length; slot++) {
    if (!isWanted(uses[slot] ?? 0)) continue
    for (const end of [from[slot] ?? 0, to[slot] ?? 0]) {
      lines.set(positions.subarray(end * 3, end * 3 + 3), at)
      at += 3
    }
  }
  return { count, lines }
}
