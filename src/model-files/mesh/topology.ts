import { EdgeTable } from '#lib/geometry/edge-table.ts'
import type { Part } from './parts.ts'
import { weld, type Welded } from './weld.ts'

/** How a surface hangs together. Lengths in metres. */
export type Topology = {
  triangles: number
  /** Different places of points. */
  points: number
  /** Edges with a triangle on one side only: the surface has a hole or a rim there. */
  boundaryEdges: number
  /** Edges that three or more triangles share. */
  nonManifoldEdges: number
  /** Edges whose two triangles are wound in opposite ways. */
  inconsistentEdges: number
  /** Triangles without an area. */
  degenerate: number
  /** Pieces that hang together by their edges, the largest first. */
  shells: Shell[]
  /** Sums over all shells; what lies inside another one and faces inwards counts as a cavity. */
  volume: number
  area: number
  /** Every edge has exactly two triangles that face the same way. */
  isClosed: boolean
  /** x, y, z of both ends of each boundary edge, up to a limit. */
  openLines: Float32Array
  /** The same of non-manifold edges. */
  nonManifoldLines: Float32Array
}

export type Shell = {
  triangles: number
  /** Signed: negative when it is inside out. Means little for a shell that is not closed. */
  volume: number
  isClosed: boolean
  low: readonly [number, number, number]
  high: readonly [number, number, number]
  /** Lies within the bounds of another shell and faces inwards: a cavity. */
  isCavity: boolean
}

/** Enough to see where they are. */
const linesMax = 100_000

/** Takes about a third of a second for a million triangles. */
export function analyzeTopology(parts: readonly Part[]): Topology {
  const welded = weld(parts)
  const edges = collectEdges(welded.indices)
  const group = labelShells(welded, edges)
  const { shells, volume, area, flat } = measureShells(welded, edges, group)
  const open = linesOf(welded, edges, (uses) => uses === 1)
  const nonManifold = linesOf(welded, edges, (uses) => uses > 2)
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

/** Every edge of a surface; each has a place in the lists. */
export type Edges = {
  /** Of both ends, the lower first; −1 in empty places. */
  from: Int32Array
  to: Int32Array
  uses: Uint8Array
  /** How often it runs upwards less how often downwards. */
  balance: Int8Array
  /** The first triangle that has it. */
  first: Int32Array
  /** The place of each triangle's three edges. */
  ofCorner: Uint32Array
  /** How many run in the same direction through both of their triangles. */
  inconsistent: number
}

/** Every edge of the triangles once, with how often and in which direction faces use it. */
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

/** The number of each triangle's shell, by joining triangles over their edges. */
export function labelShells({ indices }: Welded, { first, ofCorner }: Edges): Int32Array {
  const parent = new Int32Array(indices.length / 3)
  for (let triangle = 0; triangle < parent.length; triangle++) parent[triangle] = triangle
  const rootOf = (triangle: number) => {
    let at = triangle
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? 0] ?? 0
      at = parent[at] ?? 0
    }
    return at
  }
  for (let corner = 0; corner < indices.length; corner++) {
    const a = rootOf(Math.floor(corner / 3))
    const b = rootOf(first[ofCorner[corner] ?? 0] ?? 0)
    if (a !== b) parent[a > b ? a : b] = a > b ? b : a
  }
  for (let triangle = 0; triangle < parent.length; triangle++) {
    parent[triangle] = rootOf(triangle)
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
  // Among thousands of crumbs only the large ones can hold others.
  const largest = sorted.slice(0, 64)
  for (const shell of sorted) {
    shell.isCavity =
      shell.isClosed && shell.volume < 0 && largest.some((other) => isInside(shell, other))
  }
  const volume = sorted.reduce(
    (sum, shell) => sum + (shell.isCavity ? shell.volume : Math.abs(shell.volume)),
    0,
  )
  return { shells: sorted, volume, area, flat }
}

const isInside = (inner: Shell, outer: Shell): boolean =>
  inner !== outer &&
  outer.volume > 0 &&
  inner.low.every((value, axis) => value > (outer.low[axis] ?? 0)) &&
  inner.high.every((value, axis) => value < (outer.high[axis] ?? 0))

/** The volume is that of the tetrahedron to the origin; over a closed surface they add up. */
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

function linesOf({ positions }: Welded, edges: Edges, isWanted: (uses: number) => boolean) {
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
