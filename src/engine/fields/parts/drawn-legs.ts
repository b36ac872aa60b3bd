import { findComponents } from '../../raster/components.ts'
import { maxFilter } from '../../raster/max-filter.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Bounds } from '../statistics.ts'
import { findLegs, isLeg, legFrom, type Leg } from './legs.ts'
import { withLines } from './with-lines.ts'

export type DrawnLegs = {
  /** Those that lines part from all else. */
  readonly closed: readonly Leg[]
  /** Those that are one with what is above them. */
  readonly open: readonly Leg[]
}

/** Lines are at most twice as wide as this, in nodes, and so much darker (L*) than what is beside them. */
const lineRadius = 4
const darkerMin = 20
/** So much of the outline is drawn, in a drawing with outlines. */
const drawnShareMin = 0.7
/** Where to look for its line: so far from the rim, in cells. */
const rim = [1, 2.5] as const
/** A leg takes this share of the object at least, and at most. */
const areaShares = [0.003, 0.12] as const
const white = 100

/**
 * Finds legs between the lines of a drawing with outlines. That of a far leg ends at the line of what is
 * before it, which closes it; a near one is open to the body.
 *
 * @param lightness L* of the nodes.
 * @param area nodes inside.
 * @returns nothing for anything but such a drawing.
 */
export function findDrawnLegs(
  { width, height, inside, phi }: GeometryGrid,
  lightness: Plane,
  bounds: Bounds,
  area: number,
): DrawnLegs | undefined {
  const lines = findLines(lightness, inside)
  let [drawn, all] = [0, 0]
  for (let i = 0; i < inside.length; i++) {
    if (phi.data[i] < rim[0] || phi.data[i] > rim[1]) continue
    all++
    drawn += lines[i]
  }
  if (drawn < drawnShareMin * all) return undefined
  const filled = inside.map((value, i) => (value && !lines[i] ? 1 : 0))
  const { labels, areas } = findComponents(filled, width, height)
  const nodesOf: number[][] = areas.map(() => [])
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) nodesOf[labels[i]].push(i)
  const closed = nodesOf
    .filter(({ length }) => length > areaShares[0] * area && length < areaShares[1] * area)
    .map((nodes) => legFrom(nodes, width))
    .filter((leg) => isLeg(leg, bounds))
  const open = findLegs(filled, width, bounds)
  const grown = withLines([...closed, ...open], filled, inside, width)
  return { closed: grown.slice(0, closed.length), open: grown.slice(closed.length) }
}

/** 1 for nodes of dark lines: closing the picture in its light makes them as light as what is around them. */
function findLines(lightness: Plane, inside: Uint8Array): Uint8Array {
  const { width, height, data } = lightness
  const light = createPlane(width, height)
  for (let i = 0; i < data.length; i++) light.data[i] = inside[i] ? data[i] : white
  const widened = maxFilter(light, lineRadius)
  for (let i = 0; i < data.length; i++) widened.data[i] = -widened.data[i]
  const closed = maxFilter(widened, lineRadius).data
  return inside.map((value, i) => (value && -closed[i] - data[i] > darkerMin ? 1 : 0))
}
