import { ballEnvelope } from '../../raster/ball-envelope.ts'
import { copyPlane, createPlane, type Plane } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import { depthWithin } from './depth-within.ts'
import { heightsBeside } from './heights-beside.ts'
import type { Overlap } from './overlaps.ts'
import { hullOfRows } from './row-hull.ts'
import { softenSteps } from './soften-steps.ts'

/** The share of what is behind, along the border, that the part in front is level with. */
const levelQuantile = 0.9
/** Least thickness as a share of what it was: the part must hang together with the rest. */
const thicknessMin = 0.3

/**
 * Gives each part that lies before another a body of its own, as thick as it is wide, whose middle
 * is level with the surface behind it. Where the other goes on behind it, the solid reaches back as far as
 * before; beside the other, the part hangs free.
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

/** How high the far part rises along its border with the near one. */
function levelBehind(front: Plane, labels: Int32Array, { near, far }: Overlap): number {
  const levels = heightsBeside(
    front,
    (i) => labels[i] === far,
    (i) => labels[i] === near,
  )
  return levels[Math.floor(levelQuantile * (levels.length - 1))] ?? 0
}
