import { findComponents } from '../../raster/components.ts'
import type { ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { edgeAt } from './edge-across.ts'
import { legFrom, type Leg } from './legs.ts'
import { withLines } from './with-lines.ts'

/** What an edge between two legs has at least (ΔE). */
const edgeMin = 8
/** Either is at least this share of both, and of their height. */
const shareMin = 0.2
const heightShareMin = 0.75

/** So deep, in nodes, is the notch between their feet. */
const notchMin = 2

/** Makes two of a leg that an edge parts all the way down, and a notch below: one leg hides some of the other. */
export function splitLeg(grid: GeometryGrid, lab: ThreePlanes, leg: Leg): readonly Leg[] {
  const { width, height, inside } = grid
  const rest = new Uint8Array(inside.length)
  for (const i of leg.nodes) rest[i] = edgeAt(grid, lab, i) < edgeMin ? 1 : 0
  const { labels, areas } = findComponents(rest, width, height)
  const nodesOf: number[][] = areas.map(() => [])
  for (const i of leg.nodes) if (labels[i] >= 0) nodesOf[labels[i]].push(i)
  const halves = nodesOf
    .filter((nodes) => nodes.length > shareMin * leg.nodes.length)
    .map((nodes) => legFrom(nodes, width))
    .filter(({ top, tip }) => tip - top > heightShareMin * (leg.tip - leg.top))
  if (halves.length !== 2 || notchBetween(grid, halves[0], halves[1]) < notchMin) return [leg]
  const all = new Uint8Array(inside.length)
  for (const i of leg.nodes) all[i] = 1
  // What lies between the halves is theirs as well.
  rest.fill(0)
  return withLines(halves, rest, all, width)
}

/** How much higher than their feet the silhouette ends between two legs. */
function notchBetween({ width, inside }: GeometryGrid, one: Leg, other: Leg): number {
  const endOf = (x: number) => {
    let i = Math.max(one.top, other.top) * width + x
    while (inside[i]) i += width
    return Math.floor(i / width)
  }
  const [from, to] = [one.x, other.x].map(Math.round).toSorted((p, q) => p - q)
  const ends = Array.from({ length: to - from + 1 }, (_, k) => endOf(from + k))
  return Math.min(ends[0], ends[ends.length - 1]) - Math.min(...ends)
}
