import type { MeshPart } from '../mesh/parts.ts'
import { collectEdges } from '../mesh/topology.ts'
import { weld } from '../mesh/weld.ts'

/**
 * Maximum number of rim points for ear clipping. Larger holes are closed by a fan from the centre,
 * which is faster.
 */
const clippedMax = 3_000
/** Cost of triangles that are only a last resort, larger than any angle. */
const lastResortCost = 100

/**
 * Closes every hole with triangles between the points of its rim.
 * @param material of the new triangles.
 * @returns the new triangles as a part, and their number. Without open edges, there is no part.
 */
export function fillHoles(
  parts: readonly MeshPart[],
  material: number,
): { lids: MeshPart | undefined; holes: number } {
  const welded = weld(parts)
  const { indices } = welded
  const { uses, ofCorner } = collectEdges(indices)
  /** Next points along the rim, by point. A rim runs opposite to its triangles. */
  const ahead = new Map<number, number[]>()
  for (let corner = 0; corner < indices.length; corner++) {
    if (uses[ofCorner[corner] ?? 0] !== 1) continue
    const from = indices[corner] ?? 0
    const to = indices[corner % 3 === 2 ? corner - 2 : corner + 1] ?? 0
    ahead.set(to, [...(ahead.get(to) ?? []), from])
  }
  const positions = [...welded.positions]
  const edges = edgesAt(ahead, indices)
  const triangles: number[] = []
  let holes = 0
  for (const rim of getRims(ahead)) {
    holes++
    const lid = rim.length <= clippedMax ? clipEars(rim, positions, edges) : fan(rim, positions)
    // A fan can have more points than `push` can have arguments.
    for (const point of lid) triangles.push(point)
  }
  if (triangles.length === 0) return { lids: undefined, holes: 0 }
  return { lids: onlyUsed(positions, triangles, material), holes }
}

/**
 * Returns closed paths over the boundary edges, each edge in at most one path, without dead ends.
 */
function getRims(ahead: Map<number, number[]>): number[][] {
  const rims: number[][] = []
  for (const start of ahead.keys()) {
    for (let walked = walk(start, ahead); walked; walked = walk(start, ahead)) {
      rims.push(...walked.filter(({ length }) => length >= 3))
    }
  }
  return rims
}

function walk(start: number, ahead: Map<number, number[]>): number[][] | undefined {
  if (!ahead.get(start)?.length) return
  const rims: number[][] = []
  const path: number[] = []
  const places = new Map<number, number>()
  for (let at: number | undefined = start; at !== undefined; at = ahead.get(at)?.pop()) {
    const before = places.get(at)
    if (before !== undefined) {
      const rim = path.splice(before)
      for (const point of rim) places.delete(point)
      rims.push(rim)
    }
    places.set(at, path.length)
    path.push(at)
  }
  return rims
}

/** Returns the existing edges between rim points, which new triangles must not use again. */
function edgesAt(ahead: ReadonlyMap<number, unknown>, indices: Uint32Array): Set<number> {
  const edges = new Set<number>()
  for (let corner = 0; corner < indices.length; corner++) {
    const from = indices[corner] ?? 0
    const to = indices[corner % 3 === 2 ? corner - 2 : corner + 1] ?? 0
    if (ahead.has(from) && ahead.has(to)) edges.add(getEdge(from, to))
  }
  return edges
}

const getEdge = (a: number, b: number): number => Math.min(a, b) * 2 ** 26 + Math.max(a, b)

/**
 * Closes a rim by repeatedly cutting off the sharpest corner. Uses all points, so that the surface
 * stays closed.
 */
function clipEars(
  rim: readonly number[],
  positions: readonly number[],
  edges: Set<number>,
): number[] {
  const left = [...rim]
  const normal = computeNormal(rim, positions)
  const triangles: number[] = []
  while (left.length > 3) {
    let best = 0
    let sharpest = Infinity
    for (let at = 0; at < left.length; at++) {
      const before = left[(at + left.length - 1) % left.length] ?? 0
      const after = left[(at + 1) % left.length] ?? 0
      const angle =
        angleAt(before, left[at] ?? 0, after, positions, normal) +
        (edges.has(getEdge(before, after)) ? lastResortCost : 0)
      if (angle < sharpest) {
        sharpest = angle
        best = at
      }
    }
    const previous = left[(best + left.length - 1) % left.length] ?? 0
    const next = left[(best + 1) % left.length] ?? 0
    triangles.push(previous, left[best] ?? 0, next)
    edges.add(getEdge(previous, next))
    left.splice(best, 1)
  }
  triangles.push(...left)
  return triangles
}

function fan(rim: readonly number[], positions: number[]): number[] {
  const middle = positions.length / 3
  for (let axis = 0; axis < 3; axis++) {
    const sum = rim.reduce((all, point) => all + (positions[point * 3 + axis] ?? 0), 0)
    positions.push(sum / rim.length)
  }
  return rim.flatMap((point, at) => [point, rim[(at + 1) % rim.length] ?? 0, middle])
}

type Vector = readonly [number, number, number]

const pointAt = (positions: readonly number[], point: number): Vector => [
  positions[point * 3] ?? 0,
  positions[point * 3 + 1] ?? 0,
  positions[point * 3 + 2] ?? 0,
]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/**
 * Returns the normal of a rim by Newell's method, which supports bent rims. The length of the
 * normal is not 1.
 */
function computeNormal(rim: readonly number[], positions: readonly number[]): Vector {
  const sum: [number, number, number] = [0, 0, 0]
  const origin = pointAt(positions, rim[0] ?? 0)
  rim.forEach((point, at) => {
    const a = minus(pointAt(positions, point), origin)
    const b = minus(pointAt(positions, rim[(at + 1) % rim.length] ?? 0), origin)
    const turned = cross(a, b)
    for (const axis of [0, 1, 2] as const) sum[axis] += turned[axis]
  })
  return sum
}

// oxlint-disable-next-line max-params -- for each corner, again and again
function angleAt(
  previous: number,
  point: number,
  next: number,
  positions: readonly number[],
  normal: Vector,
): number {
  const here = pointAt(positions, point)
  const back = minus(pointAt(positions, previous), here)
  const on = minus(pointAt(positions, next), here)
  const turned = cross(on, back)
  const angle = Math.atan2(Math.hypot(...turned), dot(on, back))
  return dot(turned, normal) < 0 ? 2 * Math.PI - angle : angle
}

function onlyUsed(positions: readonly number[], triangles: number[], material: number): MeshPart {
  const places = new Map<number, number>()
  const kept: number[] = []
  const indices = triangles.map((point) => {
    const known = places.get(point)
    if (known !== undefined) return known
    places.set(point, kept.length / 3)
    kept.push(...pointAt(positions, point))
    return kept.length / 3 - 1
  })
  return { positions: new Float32Array(kept), indices: new Uint32Array(indices), material }
}
