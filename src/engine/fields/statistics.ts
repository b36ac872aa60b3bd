import { blur } from '../raster/blur.ts'
import { colourDifference } from '../raster/colour-difference.ts'
import type { ThreePlanes } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import { measureRoundness } from './roundness.ts'
import { shareToEdge } from './share-to-edge.ts'

/** What the silhouette and its colours say about the kind of object. */
export type ShapeStatistics = {
  /** Nodes inside. */
  readonly area: number
  readonly bounds: Bounds
  /** Overlap of the silhouette with its mirror image, 0 to 1. */
  readonly symmetry: number
  /** Mean ΔE between mirrored nodes. */
  readonly colourAsymmetry: number
  /** Share of the outline along one pair of orthogonal axes, 0 to 1. */
  readonly boxiness: number
  /** How much darker rows become towards their ends: near 0.5 for cylinders, near 0 for walls. */
  readonly roundness: number
  /** Share of the surface without any shading, 0 to 1. */
  readonly flatShare: number
  /** Colours that together cover 93 % of the surface. */
  readonly colourCount: number
  readonly rows: Rows
}

/** Extent of the inside in whole nodes, both ends included. */
export type Bounds = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** Where each row of nodes enters and leaves the silhouette, to fractions of a cell; -1 for empty rows. */
type Rows = {
  readonly left: Float32Array
  readonly right: Float32Array
  /** Share of the rows that cross the object in one piece. */
  readonly singleShare: number
}

export function measureShape(grid: GeometryGrid, lab: ThreePlanes): ShapeStatistics {
  let area = 0
  for (const value of grid.inside) area += value
  const bounds = findBounds(grid)
  return {
    area,
    bounds,
    ...compareHalves(grid, lab, bounds),
    boxiness: measureBoxiness(grid),
    roundness: measureRoundness(grid, lab),
    flatShare: measureFlatness(grid, lab),
    colourCount: countColours(grid, lab),
    rows: traceRows(grid, bounds),
  }
}

/**
 * How box-like the profile should be: 0 for round outlines and for shading as on a cylinder, 1 for
 * outlines made of right angles.
 */
export const boxWeight = ({ boxiness, roundness }: ShapeStatistics): number =>
  smoothstep(0.42, 0.56, boxiness) * smoothstep(0.32, 0.2, roundness)

function findBounds({ width, height, inside }: GeometryGrid): Bounds {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!inside[y * width + x]) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return { left, right, top, bottom, width: right - left + 1, height: bottom - top + 1 }
}

function compareHalves(
  { width, inside }: GeometryGrid,
  lab: ThreePlanes,
  { left, right, top, bottom }: Bounds,
): { symmetry: number; colourAsymmetry: number } {
  let both = 0
  let either = 0
  let difference = 0
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const i = y * width + x
      const m = y * width + left + right - x
      if (inside[i] || inside[m]) either++
      if (!inside[i] || !inside[m]) continue
      both++
      difference += colourDifference(lab, i, m)
    }
  }
  return { symmetry: both / Math.max(1, either), colourAsymmetry: difference / Math.max(1, both) }
}

function measureBoxiness({ width, height, phi, inside, radius }: GeometryGrid): number {
  const smooth = blur(phi, Math.max(1.5, 0.04 * radius)).data
  const directions = new Uint32Array(90)
  let outline = 0
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      if (inside[i - 1] && inside[i + 1] && inside[i - width] && inside[i + width]) continue
      const angle = Math.atan2(smooth[i + width] - smooth[i - width], smooth[i + 1] - smooth[i - 1])
      directions[(Math.round((angle * 180) / Math.PI) + 180) % 90]++
      outline++
    }
  }
  let best = 0
  for (let degree = 0; degree < 90; degree++) {
    let near = 0
    for (let offset = -7; offset <= 7; offset++) near += directions[(degree + offset + 90) % 90]
    best = Math.max(best, near)
  }
  return best / Math.max(1, outline)
}

function measureFlatness({ width, height, phi }: GeometryGrid, lab: ThreePlanes): number {
  let flat = 0
  let all = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (phi.data[i] <= 3) continue
      all++
      const across = colourDifference(lab, i + 1, i - 1)
      const along = colourDifference(lab, i + width, i - width)
      if (across + along < 0.6) flat++
    }
  }
  return all > 0 ? flat / all : 1
}

function countColours({ inside, phi }: GeometryGrid, [l, a, b]: ThreePlanes): number {
  const bins = new Map<number, number>()
  let all = 0
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i] || phi.data[i] <= 1.5) continue
    const bin =
      (Math.trunc(l.data[i] / 8) << 12) |
      (Math.trunc((a.data[i] + 128) / 8) << 6) |
      Math.trunc((b.data[i] + 128) / 8)
    bins.set(bin, (bins.get(bin) ?? 0) + 1)
    all++
  }
  // Neighbouring bins are one colour to the eye, so they join the largest that is near.
  const palette: { l: number; a: number; b: number; count: number }[] = []
  for (const [bin, count] of [...bins].toSorted((p, q) => q[1] - p[1])) {
    const colour = {
      l: ((bin >> 12) + 0.5) * 8,
      a: (((bin >> 6) & 63) + 0.5) * 8 - 128,
      b: ((bin & 63) + 0.5) * 8 - 128,
      count,
    }
    const near = palette.find(
      (known) => Math.hypot(known.l - colour.l, known.a - colour.a, known.b - colour.b) < 14,
    )
    if (near) near.count += count
    else if (palette.length < 24) palette.push(colour)
  }
  palette.sort((p, q) => q.count - p.count)
  let covered = 0
  let used = 0
  for (const { count } of palette) {
    covered += count
    used++
    if (covered > 0.93 * all) break
  }
  return used
}

function traceRows({ width, height, phi, inside }: GeometryGrid, { top, bottom }: Bounds): Rows {
  const left = new Float32Array(height).fill(-1)
  const right = new Float32Array(height).fill(-1)
  const d = phi.data
  let rows = 0
  let single = 0
  for (let y = top; y <= bottom; y++) {
    let pieces = 0
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      if (!inside[i - 1]) {
        pieces++
        if (left[y] < 0) left[y] = x - shareToEdge(d[i], d[i - 1])
      }
      if (!inside[i + 1]) right[y] = x + shareToEdge(d[i], d[i + 1])
    }
    if (pieces > 0) rows++
    if (pieces === 1) single++
  }
  return { left, right, singleShare: single / Math.max(1, rows) }
}
