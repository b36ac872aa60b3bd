import { findComponents } from '../../raster/components.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { fractionToEdge } from '../fraction-to-edge.ts'
import type { GridBounds } from '../statistics.ts'

export type TurnedBody = {
  readonly axis: number
  /** Half the body's width in each row, in cells. 0 for rows outside the body. */
  readonly halfWidth: Float32Array
  readonly fraction: number
  readonly evenFraction: number
  /**
   * Number of parts attached to the body: one for a cup's handle, several for a figure's limbs and
   * ears.
   */
  readonly attachments: number
}

/**
 * Largest difference of the widths left and right of the axis in a symmetric row, as a fraction of
 * the row.
 */
const evenness = 0.05
/**
 * Height of the attached parts that widen the body, such as handles, as a fraction of the object's
 * height. Wider places that are taller belong to the body.
 */
const bumpFraction = 0.22

/**
 * Minimum area of an attached part, as a fraction of the silhouette. Smaller pieces are unevenness
 * of the rim.
 */
const attachmentFraction = 0.006

/**
 * Finds the axis around which most of the silhouette is symmetric, and the body of revolution
 * around the axis.
 */
export function findTurnedBody(grid: GeometryGrid, bounds: GridBounds, area: number): TurnedBody {
  const { left, right } = bounds
  const rowCounts = countRows(grid)
  const measure = (axis: number) => measureBody(grid, { rowCounts, bounds, axis })
  let best = measure((left + right) / 2)
  const step = Math.max(1, Math.round(bounds.width / 32))
  for (let axis = left + 3; axis <= right - 3; axis += step) {
    const body = measure(axis)
    if (body.covered > best.covered * 1.02) best = body
  }
  for (let offset = -step; offset <= step; offset += 0.5) {
    const body = measure(best.axis + offset / 2)
    if (body.covered > best.covered) best = body
  }
  if (best.middles.length > 0) {
    const middle = best.middles.toSorted((p, q) => p - q)[best.middles.length >> 1]
    best = measure(middle)
  }
  const { axis, covered, evenFraction } = best
  const { halfWidth } = best
  const attachments = countAttachments(grid, { axis, halfWidth }, area)
  return { axis, halfWidth, evenFraction, attachments, fraction: covered / Math.max(1, area) }
}

function countRows({ width, inside }: GeometryGrid): Uint32Array {
  const counts = new Uint32Array(inside.length / width)
  for (let i = 0; i < inside.length; i++) if (inside[i]) counts[Math.floor(i / width)]++
  return counts
}

type Upright = {
  readonly rowCounts: Uint32Array
  readonly bounds: GridBounds
  readonly axis: number
}

function measureBody(
  { width, height, phi, inside }: GeometryGrid,
  { rowCounts, bounds: { top, bottom }, axis }: Upright,
) {
  const d = phi.data
  const halfWidth = new Float32Array(height)
  const isSplit = new Uint8Array(height)
  const middles: number[] = []
  for (let y = top; y <= bottom; y++) {
    const row = y * width
    const centre = Math.round(axis)
    if (!inside[row + centre]) continue
    let [from, to] = [centre, centre]
    while (inside[row + from - 1]) from--
    while (inside[row + to + 1]) to++
    if (rowCounts[y] > to - from + 1) isSplit[y] = 1
    const leftmost = from - fractionToEdge(d[row + from], d[row + from - 1])
    const rightmost = to + fractionToEdge(d[row + to], d[row + to + 1])
    const [before, after] = [axis - leftmost, rightmost - axis]
    const isEven = Math.abs(before - after) < evenness * (before + after) + 1
    halfWidth[y] = isEven ? (before + after) / 2 : Math.max(0, Math.min(before, after))
    if (isEven) middles.push((leftmost + rightmost) / 2)
  }
  const opened = dropBumps(halfWidth, { isSplit, top, bottom })
  let covered = 0
  for (let y = top; y <= bottom; y++) covered += 2 * opened[y]
  const evenFraction = middles.length / (bottom - top + 1)
  return { axis, halfWidth: opened, covered, evenFraction, middles }
}

function countAttachments(
  { width, height, inside }: GeometryGrid,
  { axis, halfWidth }: Pick<TurnedBody, 'axis' | 'halfWidth'>,
  area: number,
): number {
  const outside = new Uint8Array(inside.length)
  for (let y = 0; y < height; y++) {
    const reach = halfWidth[y] * 1.04 + 2
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      outside[i] = inside[i] && Math.abs(x - axis) > reach ? 1 : 0
    }
  }
  const { areas } = findComponents(outside, { width, height })
  return areas.filter((size) => size > attachmentFraction * area).length
}

type BodyRows = {
  readonly isSplit: Uint8Array
  readonly top: number
  readonly bottom: number
}

/**
 * Removes the sudden widening where handles join the body, by a morphological opening over the
 * rows.
 */
function dropBumps(halfWidth: Float32Array, { isSplit, top, bottom }: BodyRows): Float32Array {
  const reach = Math.round(((bottom - top + 1) * bumpFraction) / 2)
  const spread = (values: Float32Array, sign: 1 | -1) => {
    const result = values.slice()
    for (let y = top; y <= bottom; y++) {
      let least = sign * values[y]
      // Shrink the window at the ends of the body, so that a pointed end does not count as a bump.
      const end = Math.min(bottom, y + reach)
      for (let n = Math.max(top, y - reach); n <= end; n++) {
        const value = sign * values[n]
        if (value < least) least = value
      }
      result[y] = sign * least
    }
    return result
  }
  const opened = spread(spread(halfWidth, 1), -1)
  const result = halfWidth.slice()
  for (let y = top; y <= bottom; y++) {
    const isJump = halfWidth[y] > 1.08 * opened[y] + 1
    const isInner = y > top + reach && y < bottom - reach
    if (!isJump || !isInner) continue
    // A wide place is a handle only if a row nearby has a gap between handle and body.
    if (isSplit.subarray(y - reach, y + reach + 1).includes(1)) result[y] = opened[y]
  }
  return result
}
