import type { GeometryGrid } from './geometry-grid.ts'
import type { GridBounds } from './statistics.ts'

/**
 * Marks nodes outside the outline where the surface must end in a flat side: below a flat base, and
 * where the picture's edge cuts the object.
 * @returns 1 for such nodes.
 */
export function findOpenEnds(grid: GeometryGrid, bounds: GridBounds): Uint8Array {
  const { inside, isBeyond, phi } = grid
  const open = new Uint8Array(inside.length)
  for (let i = 0; i < open.length; i++) {
    if (!inside[i] && isBeyond[i] && phi.data[i] > 0) open[i] = 1
  }
  for (const run of bottomRuns(grid, bounds)) {
    if (isFlatBase(run, grid, bounds)) openBelow(run, grid, open)
  }
  return open
}

/** Returns the fraction of the object's width that the lower picture edge cuts off. */
export function cutBelowFraction(
  grid: GeometryGrid,
  { left, right, bottom, width }: GridBounds,
): number {
  const below = (bottom + 1) * grid.width
  let cut = 0
  for (let x = left; x <= right; x++) {
    if (grid.isBeyond[below + x] && grid.phi.data[below + x] > 0) cut++
  }
  return cut / width
}

/**
 * Largest height difference between the lowest nodes of a base, as a fraction of the object's
 * height. At least one cell is allowed.
 */
const levelFraction = 0.008
/** Minimum width of a base, as a fraction of the object's width and in nodes. */
const baseMin = { fraction: 0.055, nodes: 5 } as const
const above = { fraction: 0.06, nodes: 3, widthMin: 0.84 } as const

type Run = { readonly left: number; readonly bottoms: number[] }

function bottomRuns({ width, inside }: GeometryGrid, bounds: GridBounds): Run[] {
  const tolerance = Math.max(1, levelFraction * bounds.height)
  const runs: Run[] = []
  let run: Run | undefined
  for (let x = bounds.left; x <= bounds.right; x++) {
    let y = bounds.bottom
    while (y >= bounds.top && !inside[y * width + x]) y--
    if (y < bounds.bottom - tolerance) {
      run = undefined
      continue
    }
    const last = run?.bottoms.at(-1)
    if (!run || last === undefined || Math.abs(y - last) > 1) {
      run = { left: x, bottoms: [] }
      runs.push(run)
    }
    run.bottoms.push(y)
  }
  return runs
}

/**
 * Returns whether the base is about as wide as the object just above it. A ball touches the ground
 * at a much smaller place.
 */
function isFlatBase({ left, bottoms }: Run, { width, inside }: GeometryGrid, bounds: GridBounds) {
  if (bottoms.length < Math.max(baseMin.nodes, baseMin.fraction * bounds.width)) return false
  const middle = bottoms.length >> 1
  const row = bottoms[middle] - Math.max(above.nodes, Math.round(above.fraction * bounds.height))
  const centre = row * width + left + middle
  if (row < 0 || !inside[centre]) return false
  let [from, to] = [left + middle, left + middle]
  while (from > 0 && inside[row * width + from - 1]) from--
  while (to < width - 1 && inside[row * width + to + 1]) to++
  return bottoms.length >= above.widthMin * (to - from + 1)
}

function openBelow(
  { left, bottoms }: Run,
  { width, height, inside }: GeometryGrid,
  open: Uint8Array,
) {
  bottoms.forEach((bottom, k) => {
    for (let y = bottom + 1; y < height; y++) {
      const i = y * width + left + k
      if (!inside[i]) open[i] = 1
    }
  })
}
