import type { Cutout } from '../crop.ts'
import { getObjectBox } from '../views/fit-back.ts'
import type { SideView } from '../views/side-view.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import type { Heights } from './heights.ts'

type Seen = { readonly grid: GeometryGrid; readonly cutout: Cutout; readonly side: SideView }

/**
 * If a side profile reduces the overlap of a body of revolution with the side views by more than
 * this, it is not applied.
 */
const lostMost = 0.01

/**
 * Returns whether a shape overlaps less with the side view than before, regardless of its total
 * depth.
 */
export const isLessLikeSide = (
  { now, before }: { readonly now: Heights; readonly before: Heights },
  seen: Seen,
): boolean => overlapWithSide(now, seen) < overlapWithSide(before, seen) - lostMost

/**
 * Returns the overlap (0 to 1) of the side view with the shape seen from its side and stretched to
 * the same depth.
 */
function overlapWithSide(heights: Heights, { grid, cutout, side }: Seen): number {
  const { width, height, inside, cellsPerPixel } = grid
  const box = getObjectBox(cutout)
  const rows = Math.max(2, Math.round(box.height * cellsPerPixel))
  const columns = Math.max(2, Math.round(side.depth * box.height * cellsPerPixel))
  const top = Math.round((height - rows) / 2)
  const { alpha } = side.outline(columns, rows)
  const [front, back] = [heights.front.data, heights.back.data]
  const reach = (data: Float32Array) =>
    data.reduce((most, value, i) => (inside[i] ? Math.max(most, value) : most), -Infinity)
  const behind = reach(back)
  const perNode = columns / Math.max(1e-3, reach(front) + behind)
  let [both, either] = [0, 0]
  const filled = new Uint8Array(columns)
  for (let y = 0; y < rows; y++) {
    filled.fill(0)
    const first = Math.max(0, y + top) * width
    for (let i = first; i < Math.min(inside.length, first + width); i++) {
      if (!inside[i]) continue
      const [from, to] = [behind - back[i], behind + front[i]].map((z) => Math.round(z * perNode))
      filled.fill(1, Math.max(0, from), Math.max(0, to))
    }
    for (let z = 0; z < columns; z++) {
      const isSeen = alpha.data[y * columns + z] > 0.5
      if (isSeen && filled[z]) both++
      if (isSeen || filled[z]) either++
    }
  }
  return both / Math.max(1, either)
}
