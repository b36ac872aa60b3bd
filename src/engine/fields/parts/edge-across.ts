import { lengthOf } from '../../raster/length.ts'
import type { ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Leg } from './legs.ts'

/** The clearest edge that parts a leg from what is above it. */
export type EdgeAcross = {
  /** The jump of the colour (ΔE) along most of it; 0 for none. */
  readonly strength: number
  /** The leg's nodes up to there. */
  readonly nodes: readonly number[]
}

/** An edge's blur may cover this share of the grid's long side on either side of it, and two nodes at least. */
const reachFraction = 1 / 96
/** A drawn line takes so many times as much at most to either side of its middle. */
const lineReach = 2
/** From this jump on (ΔE) an edge could not be clearer. */
const clear = 16
/** What a step takes along the clearest edge, where nothing is seen as it is too near to the rim, and without one. */
const costs = { edge: 0.1, rim: 0.6, plain: 1 }
/** So many radii above a leg's top, below it and to its sides the edge is looked for. */
const [above, below, beside] = [4, 0.6, 2] as const
/** An outline goes on so many nodes to the side, at most, from one row to the next. */
const overhang = 3
/** This share of an edge may be fainter than its strength. */
const faintFraction = 0.25
const roundsMax = 12

/**
 * Finds the way across a leg's top, from one of its outlines to the other, that follows the clearest edge: what
 * hides the upper end of a leg shows its own outline there, or a drawn line. A leg without one is part
 * of what is above it.
 */
export function findEdgeAcross(grid: GeometryGrid, lab: ThreePlanes, leg: Leg): EdgeAcross {
  const way = followEdge(grid, lab, leg)
  const seen = way.filter(({ edge }) => edge >= 0).map(({ edge }) => edge)
  const strength = seen.toSorted((p, q) => p - q)[Math.floor(faintFraction * seen.length)] ?? 0
  const edge = new Set(way.map(({ node }) => node))
  return { strength, nodes: fillUpTo(edge, grid, leg) }
}

type Step = { readonly node: number; readonly edge: number }

/** The nodes of the cheapest way, from the leg's right outline to its left one. */
function followEdge(grid: GeometryGrid, lab: ThreePlanes, leg: Leg): Step[] {
  const { width, height, inside } = grid
  const room = {
    left: Math.max(1, Math.floor(leg.x - leg.span / 2 - beside * leg.radius)),
    right: Math.min(width - 2, Math.ceil(leg.x + leg.span / 2 + beside * leg.radius)),
    top: Math.max(1, Math.floor(leg.top - above * leg.radius)),
    bottom: Math.min(height - 2, Math.ceil(leg.top + below * leg.radius)),
  }
  // Rows from one above the room to one below it.
  const first = (room.top - 1) * width
  const count = (room.bottom - room.top + 3) * width
  const edges = new Float32Array(count).fill(-1)
  const cost = new Float32Array(count)
  for (let y = room.top; y <= room.bottom; y++) {
    for (let x = room.left; x <= room.right; x++) {
      const i = y * width + x
      if (inside[i]) edges[i - first] = edgeAt(grid, lab, i)
      cost[i - first] = costOf(edges[i - first])
    }
  }
  const least = new Float32Array(count).fill(Infinity)
  const before = new Int32Array(count).fill(-1)
  const [from, to] = [-1, 1].map((side) => outlineOf(grid, leg, side).map((i) => i - first))
  for (const i of from) least[i] = 0
  const steps = [-1, -width - 1, -width, -width + 1]
  /** Takes what is cheapest from the neighbours on one side. */
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

/** The leg's outline on one side (-1 left, 1 right), from a bit below its top to where it turns away from the leg. */
function outlineOf({ width, inside }: GeometryGrid, leg: Leg, side: number): number[] {
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

/** How far from an edge colours are compared, in nodes. */
export const reachOf = ({ width, height }: GeometryGrid): number =>
  Math.max(2, Math.round(reachFraction * Math.max(width, height)))

/** How strong an edge (ΔE) or a dark line (L*) goes through a node; -1 if it is too near to the rim to tell. */
export function edgeAt(grid: GeometryGrid, [l, a, b]: ThreePlanes, i: number): number {
  const { width, inside } = grid
  const reach = reachOf(grid)
  let edge = -1
  for (const step of [1, width - 1, width, width + 1]) {
    const [before, after] = [i - reach * step, i + reach * step]
    if (
      inside[before] &&
      inside[after] &&
      inside[before - reach * step] &&
      inside[after + reach * step]
    ) {
      const jumpOf = ({ data }: { data: Float32Array }) =>
        2 * (data[after] - data[before]) - data[after + reach * step] + data[before - reach * step]
      edge = Math.max(edge, lengthOf(jumpOf(l), jumpOf(a), jumpOf(b)))
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

function costOf(edge: number): number {
  if (edge < 0) return costs.rim
  return costs.plain + (costs.edge - costs.plain) * Math.min(1, edge / clear)
}

/** The leg's nodes and those between its top and the edge; without these if the edge is open. */
function fillUpTo(
  edge: ReadonlySet<number>,
  { width, inside }: GeometryGrid,
  leg: Leg,
): readonly number[] {
  const nodes = new Set(leg.nodes)
  const most = 2 * nodes.size
  // A set goes on to what is added to it meanwhile.
  for (const i of nodes) {
    for (const n of [i - 1, i + 1, i - width]) {
      if (n < leg.top * width && inside[n] && !edge.has(n)) nodes.add(n)
    }
    if (nodes.size > most) return leg.nodes
  }
  return [...nodes]
}
