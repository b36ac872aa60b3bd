import { getLength } from '../../raster/length.ts'
import type { ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Leg } from './legs.ts'

/** The clearest edge between a leg and the body above it. */
export type EdgeAcross = {
  /** Colour step (ΔE) along most of the edge; 0 without an edge. */
  readonly strength: number
  readonly nodes: readonly number[]
}

/**
 * Width over which an edge is blurred, on each side, as a fraction of the grid's long side.
 * `getEdgeReach` adds a minimum of two nodes.
 */
const reachFraction = 1 / 96
/** Largest half width of a drawn line, as a multiple of that blur. */
const lineReach = 2
/** Colour steps (ΔE) above this are treated as equally clear. */
const clear = 16
/**
 * Cost per step of a path: on the clearest edge, where the rim is too near to measure, and without
 * an edge.
 */
const costs = { edge: 0.1, rim: 0.6, plain: 1 }
/** Search range above the leg's top, below it and to its sides, in radii. */
const [above, below, beside] = [4, 0.6, 2] as const
/** Two neighbouring rows of an outline may be shifted by at most this many nodes. */
const overhang = 3
/** Fraction of an edge's nodes that may be fainter than the strength of the edge. */
const faintFraction = 0.25
const roundsMax = 12

/**
 * Finds the path across a leg's top, from outline to outline, along the clearest edge: the outline
 * of the part that hides the leg's upper end, or a drawn line. A leg without such an edge belongs
 * to the part above it.
 */
export function findEdgeAcross(grid: GeometryGrid, lab: ThreePlanes, leg: Leg): EdgeAcross {
  const way = followEdge(grid, lab, leg)
  const seen = way.filter(({ edge }) => edge >= 0).map(({ edge }) => edge)
  const strength = seen.toSorted((p, q) => p - q)[Math.floor(faintFraction * seen.length)] ?? 0
  const edge = new Set(way.map(({ node }) => node))
  return { strength, nodes: fillUpTo(edge, grid, leg) }
}

type Step = { readonly node: number; readonly edge: number }

function followEdge(grid: GeometryGrid, lab: ThreePlanes, leg: Leg): Step[] {
  const { width, height, inside } = grid
  const room = {
    left: Math.max(1, Math.floor(leg.x - leg.span / 2 - beside * leg.radius)),
    right: Math.min(width - 2, Math.ceil(leg.x + leg.span / 2 + beside * leg.radius)),
    top: Math.max(1, Math.floor(leg.top - above * leg.radius)),
    bottom: Math.min(height - 2, Math.ceil(leg.top + below * leg.radius)),
  }
  // Rows from one above the range to one below it.
  const first = (room.top - 1) * width
  const count = (room.bottom - room.top + 3) * width
  const edges = new Float32Array(count).fill(-1)
  const cost = new Float32Array(count)
  for (let y = room.top; y <= room.bottom; y++) {
    for (let x = room.left; x <= room.right; x++) {
      const i = y * width + x
      if (inside[i]) edges[i - first] = edgeAt(grid, lab, i)
      cost[i - first] = computeCost(edges[i - first])
    }
  }
  const least = new Float32Array(count).fill(Infinity)
  const before = new Int32Array(count).fill(-1)
  const [from, to] = [-1, 1].map((side) => getOutline(grid, leg, side).map((i) => i - first))
  for (const i of from) least[i] = 0
  const steps = [-1, -width - 1, -width, -width + 1]
  const improve = (i: number, sign: number): boolean => {
    let isBetter = false
    for (const step of steps) {
      const n = i + sign * step
      const sum = least[n] + cost[i] * (step === -1 || step === -width ? 1 : Math.SQRT2)
      if (sum < least[i]) [least[i], before[i], isBetter] = [sum, n, true]
    }
    return isBetter
  }
  let isSettled = false
  for (let round = 0; round < roundsMax && !isSettled; round++) {
    isSettled = true
    for (const sign of [1, -1]) {
      for (let row = room.top; row <= room.bottom; row++) {
        const y = sign > 0 ? row : room.top + room.bottom - row
        for (let column = room.left; column <= room.right; column++) {
          const i = y * width + (sign > 0 ? column : room.left + room.right - column)
          if (inside[i] && improve(i - first, sign)) isSettled = false
        }
      }
    }
  }
  const end = to.reduce((best, i) => (least[i] < (least[best] ?? Infinity) ? i : best), -1)
  const way: Step[] = []
  for (let i = end; i >= 0 && least[i] < Infinity; i = before[i]) {
    way.push({ node: i + first, edge: edges[i] })
  }
  return way
}

/**
 * Returns the leg's outline on one side (-1 left, 1 right), from just below its top to where it
 * turns away from the leg.
 */
function getOutline({ width, inside }: GeometryGrid, leg: Leg, side: number): number[] {
  const ends = new Map<number, number>()
  for (const i of leg.nodes) {
    const [x, y] = [i % width, Math.floor(i / width)]
    ends.set(y, side * Math.max(side * x, side * (ends.get(y) ?? x)))
  }
  const outline: number[] = []
  const bottom = Math.min(leg.tip, Math.ceil(leg.top + below * leg.radius))
  for (let y = leg.top; y <= bottom; y++) {
    const end = ends.get(y)
    if (end !== undefined) outline.push(y * width + end)
  }
  let x = ends.get(leg.top) ?? Math.round(leg.x)
  for (let y = leg.top - 1; y >= Math.max(1, leg.top - above * leg.radius); y--) {
    const row = y * width
    let moved = 0
    while (inside[row + x] && moved <= overhang) [x, moved] = [x + side, moved + 1]
    if (moved === 0)
      while (!inside[row + x] && moved <= overhang) [x, moved] = [x - side, moved + 1]
    else x -= side
    if (moved > overhang) break
    outline.push(row + x)
  }
  return outline
}

/** Returns the distance from an edge at which colours are compared, in nodes. */
export const getEdgeReach = ({ width, height }: GeometryGrid): number =>
  Math.max(2, Math.round(reachFraction * Math.max(width, height)))

/**
 * Returns the strength of an edge (ΔE) or a dark line (L*) at a node; -1 if it is too near to the
 * rim.
 */
export function edgeAt(grid: GeometryGrid, [l, a, b]: ThreePlanes, i: number): number {
  const { width, inside } = grid
  const reach = getEdgeReach(grid)
  let edge = -1
  for (const step of [1, width - 1, width, width + 1]) {
    const [before, after] = [i - reach * step, i + reach * step]
    if (
      inside[before] &&
      inside[after] &&
      inside[before - reach * step] &&
      inside[after + reach * step]
    ) {
      const getJump = ({ data }: { data: Float32Array }) =>
        2 * (data[after] - data[before]) - data[after + reach * step] + data[before - reach * step]
      edge = Math.max(edge, getLength(getJump(l), getJump(a), getJump(b)))
    }
    for (
      let k = reach;
      k <= lineReach * reach && inside[i - k * step] && inside[i + k * step];
      k++
    ) {
      edge = Math.max(edge, Math.min(l.data[i - k * step], l.data[i + k * step]) - l.data[i])
    }
  }
  return edge
}

function computeCost(edge: number): number {
  if (edge < 0) return costs.rim
  return costs.plain + (costs.edge - costs.plain) * Math.min(1, edge / clear)
}

/**
 * Returns the leg's nodes and those between its top and the edge. If the edge has a gap, only the
 * leg's.
 */
function fillUpTo(
  edge: ReadonlySet<number>,
  { width, inside }: GeometryGrid,
  leg: Leg,
): readonly number[] {
  const nodes = new Set(leg.nodes)
  const most = 2 * nodes.size
  // Iterating over a Set includes elements added meanwhile.
  for (const i of nodes) {
    for (const n of [i - 1, i + 1, i - width]) {
      if (n < leg.top * width && inside[n] && !edge.has(n)) nodes.add(n)
    }
    if (nodes.size > most) return leg.nodes
  }
  return [...nodes]
}
