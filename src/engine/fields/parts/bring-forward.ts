import { ballEnvelope } from '../../raster/ball-envelope.ts'
import { copyPlane, createPlane, type Plane } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import { depthWithin } from './depth-within.ts'
import { heightsBeside } from './heights-beside.ts'
import type { Overlap } from './overlaps.ts'
import { hullOfRows } from './row-hull.ts'
import { softenSteps } from './soften-steps.ts'

/**
 * The middle of the front part is level with this quantile of the rear part's heights along the
 * border.
 */
const levelQuantile = 0.9
/** Minimum thickness as a fraction of the original, so that the part stays connected. */
const thicknessMin = 0.3

/**
 * Gives each part in front of another a separate body that is as thick as wide and centred on the
 * surface behind the part. Where the other part continues behind it, the back stays in place.
 */
export function bringForward(
  heights: Heights,
  grid: GeometryGrid,
  {
    labels,
    overlaps,
    thickness,
  }: { labels: Int32Array; overlaps: readonly Overlap[]; thickness: number },
): Heights {
  if (overlaps.length === 0) return heights
  const { width, height } = grid
  const front = copyPlane(heights.front)
  const back = copyPlane(heights.back)
  const moved = createPlane(width, height)
  for (const overlap of overlaps) {
    const { near, far } = overlap
    const level = levelBehind(heights.front, labels, overlap)
    const round = ballEnvelope(depthWithin(grid, (i) => labels[i] === near)).data
    const hull = hullOfRows(labels, far, width)
    for (let i = 0; i < labels.length; i++) {
      if (labels[i] !== near) continue
      const x = i % width
      const y = (i - x) / width
      const isBefore = x >= hull.from[y] && x <= hull.to[y]
      const [before, after] = [heights.front.data[i], heights.back.data[i]]
      const own = round[i] * thickness
      front.data[i] = level + own
      const least = thicknessMin * (before + after) - front.data[i]
      back.data[i] = isBefore ? Math.max(after, least) : Math.max(own - level, least)
      moved.data[i] = 1
    }
  }
  softenSteps({ front, back }, moved, grid)
  return { front, back }
}

function levelBehind(front: Plane, labels: Int32Array, { near, far }: Overlap): number {
  const levels = heightsBeside(
    front,
    (i) => labels[i] === far,
    (i) => labels[i] === near,
  )
  return levels[Math.floor(levelQuantile * (levels.length - 1))] ?? 0
}
