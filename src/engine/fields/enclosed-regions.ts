import type { ThreePlanes } from '../raster/plane.ts'
import { segment } from '../raster/segment.ts'
import type { GeometryGrid } from './geometry-grid.ts'

/** Marks nodes of colour regions that hardly touch the silhouette: eyes, buttons, windows, prints. */
export function findEnclosedRegions(
  grid: GeometryGrid,
  lab: ThreePlanes,
  area: number,
): Uint8Array {
  const { inside, phi } = grid
  const { labels, count } = segment(lab, inside, {
    looseness: Math.max(60, area * 0.012),
    areaMin: Math.max(8, Math.floor(area * 0.0004)),
  })
  const areas = new Uint32Array(count)
  const touching = new Uint32Array(count)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    areas[labels[i]]++
    if (phi.data[i] < 1.6) touching[labels[i]]++
  }
  const enclosed = new Uint8Array(inside.length)
  for (let i = 0; i < enclosed.length; i++) {
    const label = labels[i]
    if (label < 0) continue
    const isSmall = areas[label] < 0.6 * area
    if (isSmall && touching[label] < 0.25 * Math.sqrt(areas[label])) enclosed[i] = 1
  }
  return enclosed
}
