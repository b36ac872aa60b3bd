import type { GeometryGrid } from '../geometry-grid.ts'
import { borderKey } from './borders.ts'
import type { ColourParts } from './colour-parts.ts'
import { whichIsInFront, type Corner } from './corner.ts'
import { hullOfRows } from './row-hull.ts'

/** One part that lies before another and hides some of it. */
export type Overlap = { readonly near: number; readonly far: number }

/** Less colour (ΔE) at once is no edge of a thing. */
const contrastMin = 8
/** As many corners must agree: one where the part in front enters the other, one where it leaves. */
const cornersMin = 2
/** Which is larger than this share of the other may as well be what a limb is joined to. */
const sizeMax = 0.7
/** Borders that reach this many times their ends' distance into a part lie before it. */
const roundaboutMin = 1.5
/** Share of it that must lie outside the other's hull: a print or a dent in the rim has none there. */
const besideMin = 0.15
const cornerDistance = 5

/**
 * Finds what surely lies before something else, as a handle before a pot. Most borders between
 * colours are paint, or where limbs are joined; so two corners of the outline must tell
 * which one is in front, none may speak against it, and the smaller part must reach into the larger.
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
      const winner = whichIsInFront(grid, labels, corner)
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
  /** Label of the one that may stick out. */
  readonly part: number
  readonly other: number
  /** Of the grid, in nodes. */
  readonly width: number
}

/** Whether much of a part lies beside the other, which nothing painted on it does. */
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

/** Where borders meet the outline, by border. */
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
