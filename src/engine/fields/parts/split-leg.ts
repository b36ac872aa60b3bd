import { findComponents, listPixels } from '../../raster/components.ts'
import type { ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { edgeAt, getEdgeReach } from './edge-across.ts'
import { legFrom, toMask, type Leg } from './legs.ts'
import { withLines } from './with-lines.ts'

/** Minimum strength of an edge between two legs (ΔE). */
const edgeMin = 8
/** Maximum width of the edge, in multiples of `getEdgeReach`. */
const widthMax = 4
/** Minimum depth of the notch between the feet, in multiples of `getEdgeReach`. */
const notchMin = 1
/** Minimum area of each leg, as a fraction of both together. */
const fractionMin = 0.2
/** Minimum height of each leg, as a fraction of both together. */
const heightFractionMin = 0.75

/**
 * Splits a leg in two if an edge runs all the way down to a notch: one leg partly hides the other.
 */
export function splitLeg(grid: GeometryGrid, lab: ThreePlanes, leg: Leg): readonly Leg[] {
  const { width, height, inside } = grid
  const rest = new Uint8Array(inside.length)
  for (const i of leg.nodes) rest[i] = edgeAt(grid, lab, i) < edgeMin ? 1 : 0
  const halves = listPixels(findComponents(rest, { width, height }))
    .filter((nodes) => nodes.length > fractionMin * leg.nodes.length)
    .map((nodes) => legFrom(nodes, width))
    .filter(({ top, tip }) => tip - top > heightFractionMin * (leg.tip - leg.top))
  if (halves.length !== 2) return [leg]
  const reach = getEdgeReach(grid)
  if (notchBetween(grid, halves[0], halves[1]) < notchMin * reach) return [leg]
  const all = toMask(leg.nodes, inside.length)
  // Nodes between the halves are assigned to the nearer half.
  rest.fill(0)
  return withLines(halves, { filled: rest, inside: all, width, widthMax: widthMax * reach })
}

function notchBetween({ width, inside }: GeometryGrid, one: Leg, other: Leg): number {
  const getEnd = (x: number) => {
    let i = Math.max(one.top, other.top) * width + x
    while (inside[i]) i += width
    return Math.floor(i / width)
  }
  const [from, to] = [one.x, other.x].map(Math.round).toSorted((p, q) => p - q)
  const ends = Array.from({ length: to - from + 1 }, (_, k) => getEnd(from + k))
  return Math.min(ends[0], ends[ends.length - 1]) - Math.min(...ends)
}
