import { maxFilter } from '../raster/max-filter.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import type { GeometryGrid } from './geometry-grid.ts'

export type DrawnLines = {
  readonly nodes: Uint8Array
  readonly outlineWidth: number
}

/** Largest width of a drawn line, as a fraction of the grid's long side. */
const widthFractionMax = 0.042
/** A drawn line is darker than the area beside the line by at least this lightness (L*). */
const darkerMin = 20
/** A drawing has outlines if at least this fraction of the silhouette has a line. */
const drawnFractionMin = 0.7
/**
 * If dark lines cover more than this fraction of the object, the object itself is thin and dark
 * instead of outlined.
 */
const linesFractionMax = 0.6
/** Range of distances from the silhouette, in cells, where outlines are drawn. */
const rim = [1, 2.5] as const
const white = 100

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

function findDarkLines(lightness: Plane, inside: Uint8Array, radius: number): Uint8Array {
  const { width, height, data } = lightness
  const light = createPlane(width, height)
  for (let i = 0; i < data.length; i++) light.data[i] = inside[i] ? data[i] : white
  const widened = maxFilter(light, radius)
  for (let i = 0; i < data.length; i++) widened.data[i] = -widened.data[i]
  const closed = maxFilter(widened, radius).data
  return inside.map((value, i) => (value && -closed[i] - data[i] > darkerMin ? 1 : 0))
}
