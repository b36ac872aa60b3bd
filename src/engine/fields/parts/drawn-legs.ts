import { findComponents, listPixels } from '../../raster/components.ts'
import type { DrawnLines } from '../drawn-lines.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { GridBounds } from '../statistics.ts'
import { findLegs, isLeg, legFrom, type Leg } from './legs.ts'
import { withLines } from './with-lines.ts'

export type DrawnLegs = {
  readonly closed: readonly Leg[]
  /** Legs that are connected to the region above. */
  readonly open: readonly Leg[]
}

/** Smallest and largest area of a leg as a fraction of the object. */
const areaFractions = [0.003, 0.12] as const

type DrawingClues = {
  readonly lines: DrawnLines
  readonly bounds: GridBounds
  readonly area: number
}

/**
 * Finds legs between the lines of a drawing. A far leg is closed by the line of the part in front
 * of it; a near leg is open to the body.
 */
export function findDrawnLegs(
  { width, height, inside }: GeometryGrid,
  { lines, bounds, area }: DrawingClues,
): DrawnLegs {
  const filled = inside.map((value, i) => (value && !lines.nodes[i] ? 1 : 0))
  const closed = listPixels(findComponents(filled, { width, height }))
    .filter(({ length }) => length > areaFractions[0] * area && length < areaFractions[1] * area)
    .map((nodes) => legFrom(nodes, width))
    .filter((leg) => isLeg(leg, bounds))
  const open = findLegs({ inside: filled, width, bounds })
  const linesMax = Math.ceil(2 * lines.outlineWidth)
  const grown = withLines([...closed, ...open], { filled, inside, width, widthMax: linesMax })
  return { closed: grown.slice(0, closed.length), open: grown.slice(closed.length) }
}
