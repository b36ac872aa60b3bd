import { findComponents, pixelsOf } from '../../raster/components.ts'
import type { DrawnLines } from '../drawn-lines.ts'
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

/** A leg takes this share of the object at least, and at most. */
const areaFractions = [0.003, 0.12] as const

type DrawingClues = {
  readonly lines: DrawnLines
  /** Of the object, in nodes. */
  readonly bounds: Bounds
  /** Nodes inside. */
  readonly area: number
}

/**
 * Finds legs between the lines of a drawing. That of a far leg ends at the line of what is before it, which
 * closes it; a near one is open to the body.
 */
export function findDrawnLegs(
  { width, height, inside }: GeometryGrid,
  { lines, bounds, area }: DrawingClues,
): DrawnLegs {
  const filled = inside.map((value, i) => (value && !lines.nodes[i] ? 1 : 0))
  const closed = pixelsOf(findComponents(filled, { width, height }))
    .filter(({ length }) => length > areaFractions[0] * area && length < areaFractions[1] * area)
    .map((nodes) => legFrom(nodes, width))
    .filter((leg) => isLeg(leg, bounds))
  const open = findLegs({ inside: filled, width, bounds })
  const linesMax = Math.ceil(2 * lines.outlineWidth)
  const grown = withLines([...closed, ...open], { filled, inside, width, widthMax: linesMax })
  return { closed: grown.slice(0, closed.length), open: grown.slice(closed.length) }
}
