import { maxFilter } from '../raster/max-filter.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import type { GeometryGrid } from './geometry-grid.ts'

export type DrawnLines = {
  readonly nodes: Uint8Array
  /** Mean width of the outline, in cells. */
  readonly outlineWidth: number
}

/** Maximum width of a line, as a fraction of the grid's long side. */
const widthFractionMax = 0.042
/** Minimum difference in lightness (L*) between a line and the area beside it. */
const darkerMin = 20
/** Minimum fraction of the outline that has a line, in a drawing with outlines. */
const drawnFractionMin = 0.7
/**
 * If lines cover more than this fraction of the area, the object itself is thin and dark, not
 * outlined.
 */
const linesFractionMax = 0.6
/** Distances from the rim, in cells, at which the line around a drawn object is expected. */
const rim = [1, 2.5] as const
const white = 100

/**
 * Finds the lines of a drawing with outlines.
 * @param lightness L* of the nodes.
 * @returns undefined for any other picture.
 */
export function findDrawnLines(
  { width, height, inside, phi }: GeometryGrid,
  lightness: Plane,
): DrawnLines | undefined {
  const radius = Math.round((widthFractionMax / 2) * Math.max(width, height))
  const nodes = findDarkLines(lightness, inside, radius)
  let [drawn, all, outline, dark, area] = [0, 0, 0, 0, 0]
  for (let i = 0; i < inside.length; i++) {
    const depth = phi.data[i]
    dark += nodes[i]
    area += inside[i]
    if (nodes[i] && depth < 2 * radius) outline++
    if (depth < rim[0] || depth > rim[1]) continue
    all++
    drawn += nodes[i]
  }
  if (drawn < drawnFractionMin * all || dark > linesFractionMax * area || all === 0)
    return undefined
  return { nodes, outlineWidth: (outline / all) * (rim[1] - rim[0]) }
}

/** Marks nodes of dark lines: morphological closing of the lightness removes them. */
function findDarkLines(lightness: Plane, inside: Uint8Array, radius: number): Uint8Array {
  const { width, height, data } = lightness
  const light = createPlane(width, height)
  for (let i = 0; i < data.length; i++) light.data[i] = inside[i] ? data[i] : white
  const widened = maxFilter(light, radius)
  for (let i = 0; i < data.length; i++) widened.data[i] = -widened.data[i]
  const closed = maxFilter(widened, radius).data
  return inside.map((value, i) => (value && -closed[i] - data[i] > darkerMin ? 1 : 0))
}
