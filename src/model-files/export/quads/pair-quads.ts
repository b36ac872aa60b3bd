import type { MeshPart } from '../../mesh/parts.ts'
import { quadFault } from './quad-fault.ts'

/** Number of buckets for sorting pairs of triangles by their deviation from a flat square. */
const faultSteps = 4096

export const noCorner = 0xffffffff

export type Faces = {
  /**
   * Holds four points per face, with `noCorner` as the fourth point of a triangle. A quad starts at
   * an end of the removed edge, so that readers restore the same triangles.
   */
  corners: Uint32Array
  quads: number
  triangles: number
}

/**
 * Merges adjacent triangles into quads, the flattest and squarest pairs first. Triangles without a
 * suitable partner stay. The result is the same on all machines.
 * @param part with merged vertices, see `joinPoints`.
 */
export function pairQuads(part: MeshPart): Faces {
  const { indices } = part
  const count = Math.floor(indices.length / 3)
  const pairs = findPairs(part)
  const partners = new Int32Array(count).fill(-1)
  /** For each triangle with a partner, the corner (0 to 2) where the shared edge starts. */
  const starts = new Uint8Array(count)
  let quads = 0
  for (const edge of pairs.order) {
    const one = pairs.halves[edge * 2] ?? 0
    const other = pairs.halves[edge * 2 + 1] ?? 0
    const [first, second] = [Math.floor(one / 3), Math.floor(other / 3)]
    if (partners[first] !== -1 || partners[second] !== -1) continue
    partners[first] = other
    partners[second] = one
    starts[first] = one % 3
    quads++
  }

  const corners = new Uint32Array((count - quads) * 4)
  let face = 0
  for (let triangle = 0; triangle < count; triangle++) {
    const other = partners[triangle] ?? -1
    // The previous loop step for the partner already wrote this triangle.
    if (other >= 0 && other < triangle * 3) continue
    const at = (corner: number) => indices[triangle * 3 + (corner % 3)] ?? 0
    const start = other < 0 ? 0 : (starts[triangle] ?? 0)
    const to = face * 4
    corners[to] = at(start)
    if (other < 0) {
      corners[to + 1] = at(1)
      corners[to + 2] = at(2)
      corners[to + 3] = noCorner
    } else {
      corners[to + 1] = indices[opposite(other)] ?? 0
      corners[to + 2] = at(start + 1)
      corners[to + 3] = at(start + 2)
    }
    face++
  }
  return { corners, quads, triangles: count - 2 * quads }
}

/** Returns the corner of a triangle that is opposite the edge from corner `half`. */
const opposite = (half: number): number => half - (half % 3) + ((half + 2) % 3)
const next = (half: number): number => half - (half % 3) + ((half + 1) % 3)

type Pairs = {
  halves: Uint32Array
  order: Uint32Array
}

function findPairs(part: MeshPart): Pairs {
  const { indices } = part
  const twins = findTwins(part)
  const halves = new Uint32Array(indices.length)
  const steps = new Uint16Array(indices.length / 2)
  const ends = new Uint32Array(faultSteps + 1)
  let pairs = 0
  for (let half = 0; half < twins.length; half++) {
    const twin = twins[half] ?? -1
    if (twin < half) continue
    const fault = computeFault(part, half, twin)
    if (fault > 1) continue
    const step = Math.min(faultSteps - 1, Math.floor(fault * faultSteps))
    halves[pairs * 2] = half
    halves[pairs * 2 + 1] = twin
    steps[pairs] = step
    ends[step + 1] = (ends[step + 1] ?? 0) + 1
    pairs++
  }
  for (let step = 0; step < faultSteps; step++)
    ends[step + 1] = (ends[step + 1] ?? 0) + (ends[step] ?? 0)
  const order = new Uint32Array(pairs)
  for (let pair = 0; pair < pairs; pair++) {
    const step = steps[pair] ?? 0
    const place = ends[step] ?? 0
    order[place] = pair
    ends[step] = place + 1
  }
  return { halves, order }
}

const boundary = -1
const nonManifold = -2

/**
 * For each corner, returns the corner where the adjacent triangle starts the shared edge. The
 * result is negative unless exactly one triangle is adjacent.
 */
function findTwins({ indices, positions }: MeshPart): Int32Array {
  const points = positions.length / 3
  const twins = new Int32Array(indices.length - (indices.length % 3)).fill(boundary)
  const table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(8, indices.length * 1.5)))).fill(
    -1,
  )
  const mask = table.length - 1
  for (let half = 0; half < twins.length; half++) {
    const from = indices[half] ?? 0
    const to = indices[next(half)] ?? 0
    const apex = indices[opposite(half)] ?? 0
    if (from === to || apex === from || apex === to) continue
    if (from >= points || to >= points || apex >= points) continue
    const low = Math.min(from, to)
    const high = Math.max(from, to)
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
    hash ^= hash >>> 15
    let slot = hash & mask
    let found = table[slot] ?? -1
    while (found >= 0) {
      const start = indices[found] ?? 0
      const end = indices[next(found)] ?? 0
      if (Math.min(start, end) === low && Math.max(start, end) === high) break
      slot = (slot + 1) & mask
      found = table[slot] ?? -1
    }
    if (found < 0) {
      table[slot] = half
      continue
    }
    const before = twins[found] ?? boundary
    if (before === boundary && indices[found] === to) {
      twins[found] = half
      twins[half] = found
      continue
    }
    if (before >= 0) twins[before] = nonManifold
    twins[found] = nonManifold
    twins[half] = nonManifold
  }
  return twins
}

function computeFault(part: MeshPart, half: number, twin: number): number {
  const { indices } = part
  const a = indices[half] ?? 0
  const b = indices[opposite(twin)] ?? 0
  const c = indices[next(half)] ?? 0
  const d = indices[opposite(half)] ?? 0
  return b === d ? Infinity : quadFault(part, a, b, c, d)
}
