import type { GeometryGrid } from '../geometry-grid.ts'
import { borderKey } from './borders.ts'
import type { ColourParts } from './colour-parts.ts'
import { findFrontPart, type Corner } from './corner.ts'
import { hullOfRows } from './row-hull.ts'

export type Overlap = { readonly near: number; readonly far: number }

/** Smaller colour steps (ΔE) along a border do not count as an edge. */
const contrastMin = 8
/**
 * Minimum number of corners that show the same part in front: one where it enters the other part,
 * one where it leaves.
 */
const cornersMin = 2
/** A part larger than this fraction of the other may be the body that a limb joins. */
const sizeMax = 0.7
/**
 * Minimum length of a border relative to the distance between its ends. A part with a longer border
 * reaches into the other part.
 */
const roundaboutMin = 1.5
/**
 * Minimum fraction of the front part that is outside the other's convex hull. Prints and dents are
 * entirely inside.
 */
const besideMin = 0.15
const cornerDistance = 5

/**
 * Finds parts that are certainly in front of another, such as the handle of a pot. Most colour
 * borders are paint or joints, so two corners of the outline must agree, none may contradict, and
 * the smaller part must reach into the larger.
 */
export function findOverlaps(grid: GeometryGrid, parts: ColourParts): Overlap[] {
  const { areas, borders, labels } = parts
  const count = areas.length
  const overlaps: Overlap[] = []
  for (const [key, corners] of findCorners(grid, parts)) {
    const border = borders.get(key)
    if (!border || border.contrast < contrastMin || corners.length < cornersMin) continue
    const [small, large] = [Math.floor(key / count), key % count].toSorted(
      (p, q) => areas[p] - areas[q],
    )
    if (areas[small] > sizeMax * areas[large]) continue
    if (border.length < roundaboutMin * widestSpan(corners)) continue
    const told = corners.map((corner) => {
      const winner = findFrontPart(grid, labels, corner)
      return winner === 'a' || winner === 'b' ? corner[winner] : winner
    })
    const agree = told.filter((winner) => winner === small).length
    const object = told.filter((winner) => winner === large || winner === 'none').length
    if (agree < cornersMin || object > 0) continue
    const isBeside = sticksOut(labels, { part: small, other: large, width: grid.width })
    if (isBeside) overlaps.push({ near: small, far: large })
  }
  return overlaps
}

type TwoParts = {
  readonly part: number
  readonly other: number
  readonly width: number
}

/**
 * Tests whether much of a part is beside the other part. Painted regions are not, because they are
 * within the other part.
 */
function sticksOut(labels: Int32Array, { part, other, width }: TwoParts): boolean {
  const { from, to } = hullOfRows(labels, other, width)
  let [beside, all] = [0, 0]
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== part) continue
    const x = i % width
    const y = (i - x) / width
    all++
    if (x < from[y] || x > to[y]) beside++
  }
  return beside > besideMin * all
}

/** Returns the points where borders meet the outline, by border. */
export function findCorners(
  { width, height, phi }: GeometryGrid,
  { labels, areas }: ColourParts,
): Map<number, Corner[]> {
  const corners = new Map<number, Corner[]>()
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x
      if (labels[i] < 0 || phi.data[i] > 1.5) continue
      for (const n of [i + 1, i + width, i + width + 1, i + width - 1]) {
        if (labels[n] < 0 || labels[n] === labels[i]) continue
        const key = borderKey(labels[i], labels[n], areas.length)
        const known = corners.get(key) ?? []
        corners.set(key, known)
        if (known.every((other) => Math.hypot(other.x - x, other.y - y) >= cornerDistance)) {
          known.push({ x, y, a: labels[i], b: labels[n] })
        }
      }
    }
  }
  return corners
}

function widestSpan(corners: readonly Corner[]): number {
  let widest = 1
  for (const one of corners) {
    for (const other of corners) {
      widest = Math.max(widest, Math.hypot(one.x - other.x, one.y - other.y))
    }
  }
  return widest
}
