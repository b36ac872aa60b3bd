import { collectEdges } from '../mesh/topology.ts'
import type { Welded } from '../mesh/weld.ts'

/**
 * Makes the winding of neighbours consistent, turns shells outwards, and drops duplicate triangles.
 * Triangles at non-manifold edges do not count as neighbours.
 * @returns the remaining triangles, and the number of reversed triangles.
 */
export function orientFaces(before: Welded): { welded: Welded; turned: number } {
  const welded = withoutDoubles(before)
  const { indices, positions } = welded
  const count = indices.length / 3
  const neighbours = computeNeighbours(indices)
  const isTurned = new Uint8Array(count)
  const isSeen = new Uint8Array(count)
  const closed: ClosedShell[] = []
  for (let start = 0; start < count; start++) {
    if (isSeen[start]) continue
    isSeen[start] = 1
    const shell = [start]
    for (let at = 0; at < shell.length; at++) {
      const triangle = shell[at] ?? 0
      for (let side = 0; side < 3; side++) {
        const beside = neighbours[triangle * 3 + side] ?? -1
        if (beside < 0) continue
        const other = Math.floor(beside / 3)
        if (isSeen[other]) continue
        isSeen[other] = 1
        const runsAlike = indices[triangle * 3 + side] === indices[beside]
        isTurned[other] = (isTurned[triangle] ?? 0) ^ (runsAlike ? 1 : 0)
        shell.push(other)
      }
    }
    closed.push(...chooseSide(shell, { indices, positions, neighbours, isTurned }))
  }
  for (const shell of closed) {
    if (shell.volume >= 0) continue
    // A shell inside another shell is a cavity and must face inwards.
    if (shell.isEven && closed.some((other) => isWithin(shell, other))) continue
    for (const triangle of shell.triangles) isTurned[triangle] = isTurned[triangle] ? 0 : 1
  }
  return { welded: turn(welded, isTurned), turned: isTurned.reduce((sum, one) => sum + one, 0) }
}

type Faces = {
  indices: Uint32Array
  positions: Float32Array
  neighbours: Int32Array
  isTurned: Uint8Array
}

type ClosedShell = {
  triangles: readonly number[]
  /** Six times the volume of the shell. */
  volume: number
  isEven: boolean
  low: Point
  high: Point
}
type Point = [number, number, number]

const isWithin = (inner: ClosedShell, outer: ClosedShell): boolean =>
  outer !== inner &&
  outer.volume !== 0 &&
  inner.low.every((value, axis) => value > (outer.low[axis] ?? 0)) &&
  inner.high.every((value, axis) => value < (outer.high[axis] ?? 0))

/**
 * Gives an open shell the winding of most of its triangles. Returns a closed shell, which the
 * caller orients.
 */
function chooseSide(
  triangles: readonly number[],
  { indices, positions, neighbours, isTurned }: Faces,
): ClosedShell[] {
  let volume = 0
  let turned = 0
  let isOpen = false
  const low: Point = [Infinity, Infinity, Infinity]
  const high: Point = [-Infinity, -Infinity, -Infinity]
  for (const triangle of triangles) {
    const [a = 0, b = 0, c = 0] = indices.subarray(triangle * 3, triangle * 3 + 3)
    const sign = isTurned[triangle] ? -1 : 1
    volume += sign * sixfoldVolume(positions, [a * 3, b * 3, c * 3])
    turned += isTurned[triangle] ?? 0
    for (let side = 0; side < 3; side++) {
      if ((neighbours[triangle * 3 + side] ?? -1) < 0) isOpen = true
    }
    for (const axis of [0, 1, 2] as const) {
      for (const point of [a, b, c]) {
        low[axis] = Math.min(low[axis], positions[point * 3 + axis] ?? 0)
        high[axis] = Math.max(high[axis], positions[point * 3 + axis] ?? 0)
      }
    }
  }
  if (!isOpen) return [{ triangles, volume, isEven: turned === 0, low, high }]
  if (turned * 2 > triangles.length) {
    for (const triangle of triangles) isTurned[triangle] = isTurned[triangle] ? 0 : 1
  }
  return []
}

function sixfoldVolume(p: Float32Array, [a, b, c]: readonly [number, number, number]): number {
  const [ax = 0, ay = 0, az = 0] = p.subarray(a, a + 3)
  const [bx = 0, by = 0, bz = 0] = p.subarray(b, b + 3)
  const [cx = 0, cy = 0, cz = 0] = p.subarray(c, c + 3)
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

/**
 * For each corner, returns the corner where the neighbouring triangle starts the same edge, or −1
 * unless exactly two triangles meet.
 */
function computeNeighbours(indices: Uint32Array): Int32Array {
  const { uses, ofCorner } = collectEdges(indices)
  const other = new Int32Array(indices.length).fill(-1)
  const first = new Int32Array(uses.length).fill(-1)
  for (let corner = 0; corner < indices.length; corner++) {
    const place = ofCorner[corner] ?? 0
    if (uses[place] !== 2) continue
    const before = first[place] ?? -1
    if (before < 0) first[place] = corner
    else {
      other[corner] = before
      other[before] = corner
    }
  }
  return other
}

function withoutDoubles(welded: Welded): Welded {
  const { indices, origins } = welded
  const seen = new Set<string>()
  const keptIndices: number[] = []
  const keptOrigins: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const key = [...indices.subarray(at, at + 3)].toSorted((a, b) => a - b).join()
    if (seen.has(key)) continue
    seen.add(key)
    for (let corner = at; corner < at + 3; corner++) {
      keptIndices.push(indices[corner] ?? 0)
      keptOrigins.push(origins[corner] ?? 0)
    }
  }
  return {
    ...welded,
    indices: Uint32Array.from(keptIndices),
    origins: Uint32Array.from(keptOrigins),
  }
}

function turn(welded: Welded, isTurned: Uint8Array): Welded {
  const indices = welded.indices.slice()
  const origins = welded.origins.slice()
  isTurned.forEach((isOne, triangle) => {
    if (!isOne) return
    for (const list of [indices, origins]) {
      const second = list[triangle * 3 + 1] ?? 0
      list[triangle * 3 + 1] = list[triangle * 3 + 2] ?? 0
      list[triangle * 3 + 2] = second
    }
  })
  return { ...welded, indices, origins }
}
