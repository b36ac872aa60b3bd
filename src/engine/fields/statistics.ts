import { blur } from '../raster/blur.ts'
import { colourDifference } from '../raster/colour-difference.ts'
import type { Plane, ThreePlanes } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import { measureRoundness } from './roundness.ts'
import { fractionToEdge } from './fraction-to-edge.ts'

export type ShapeStatistics = {
  readonly area: number
  readonly bounds: GridBounds
  /** Overlap of the silhouette with its mirror image, 0 to 1. */
  readonly symmetry: number
  /** Mean colour difference (ΔE) between a node and its mirrored node. */
  readonly colourAsymmetry: number
  /** Fraction of the outline that runs along one pair of orthogonal axes. */
  readonly boxiness: number
  /**
   * How much darker rows are at their ends than in the middle: about 0.5 for cylinders, near 0 for
   * flat sides seen from the front.
   */
  readonly roundness: number
  readonly flatFraction: number
  readonly colourCount: number
  /**
   * Median difference of a node's lightness (L*) from its neighbours. Camera noise raises the
   * median, and drawings have no noise.
   */
  readonly grain: number
  readonly hasShades: boolean
  readonly rows: Rows
}

/** Bounding box of the object in grid nodes, both ends included. */
export type GridBounds = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/**
 * Positions where each row enters and leaves the silhouette, in fractional cells. -1 for empty
 * rows.
 */
type Rows = {
  readonly left: Float32Array
  readonly right: Float32Array
  readonly singleFraction: number
}

/**
 * Measures the properties from which the object's style is chosen.
 * @param lab the picture in CIELAB, on the nodes of the grid.
 */
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
    flatFraction: measureFlatness(grid, lab),
    grain: measureGrain(grid, lab[0]),
    ...countColours(grid, lab),
    rows: traceRows(grid, bounds),
  }
}

/**
 * Range of the boxiness between round outlines and outlines made of right angles. A circle has
 * 0.17.
 */
const boxinessRange = [0.42, 0.56] as const
/**
 * Range of the roundness between cylinders and flat sides seen from the front. An upright cylinder
 * has 0.5.
 */
const wallRange = [0.32, 0.2] as const

/**
 * Returns how box-like the object is: 0 for round outlines and cylindrical shading, 1 for outlines
 * of right angles.
 */
export const boxWeight = ({ boxiness, roundness }: ShapeStatistics): number =>
  smoothstep(boxinessRange[0], boxinessRange[1], boxiness) *
  smoothstep(wallRange[0], wallRange[1], roundness)

function findBounds({ width, height, inside }: GeometryGrid): GridBounds {
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
  { left, right, top, bottom }: GridBounds,
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

/**
 * Blur (sigma) before directions are measured, as a fraction of the object's radius, at least
 * `least` nodes.
 */
const directionBlur = { least: 1.5, ofRadius: 0.04 } as const
/**
 * Tolerance in degrees for a direction along an axis. Grid and blur rotate an outline by a few
 * degrees.
 */
const alongAxis = 7

function measureBoxiness({ width, height, phi, inside, radius }: GeometryGrid): number {
  const smooth = blur(phi, Math.max(directionBlur.least, directionBlur.ofRadius * radius)).data
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
    for (let offset = -alongAxis; offset <= alongAxis; offset++)
      near += directions[(degree + offset + 90) % 90]
    best = Math.max(best, near)
  }
  return best / Math.max(1, outline)
}

const blurredRim = 3
/**
 * Smallest colour step (ΔE over two nodes) that counts as shading. An 8-bit rounding step makes
 * 0.4.
 */
const shadingMin = 0.6

function measureFlatness({ width, height, phi }: GeometryGrid, lab: ThreePlanes): number {
  let flat = 0
  let all = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (phi.data[i] <= blurredRim) continue
      all++
      const across = colourDifference(lab, i + 1, i - 1)
      const along = colourDifference(lab, i + width, i - width)
      if (across + along < shadingMin) flat++
    }
  }
  return all > 0 ? flat / all : 1
}

function measureGrain({ width, height, phi }: GeometryGrid, { data }: Plane): number {
  const differences: number[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (phi.data[i] <= blurredRim) continue
      const around = data[i - 1] + data[i + 1] + data[i - width] + data[i + width]
      differences.push(Math.abs(data[i] - around / 4))
    }
  }
  return Float32Array.from(differences).toSorted()[differences.length >> 1] ?? 0
}

const mixedRim = 1.5
const binSide = 8
const binStart = 128
/**
 * Largest colour difference (ΔE) of two colour bins that count as one colour. Bins that meet at a
 * corner are 13.9 apart.
 */
const oneColour = 14
const paletteMax = 24
/**
 * Minimum fraction of the surface that the counted colours cover. The remaining pixels are mixed
 * colours along blurred edges.
 */
const coveredMin = 0.93

/**
 * Two colours are shades of one colour if their hues (degrees) are similar, their lightness (L*)
 * differs, and each covers at least `fraction` of the surface. Almost black and white greys may be
 * ink and paper and are ignored.
 */
const shades = {
  hue: 10,
  apart: 7,
  fraction: 0.07,
  chromaMin: 12,
  grey: 6,
  inkMax: 22,
  paperMin: 93,
} as const

type Colour = { l: number; a: number; b: number; count: number }

function areShades(one: Colour, other: Colour): boolean {
  if (Math.abs(one.l - other.l) < shades.apart) return false
  const [c, d] = [Math.hypot(one.a, one.b), Math.hypot(other.a, other.b)]
  if (Math.max(c, d) < shades.grey) {
    const [dark, light] = [Math.min(one.l, other.l), Math.max(one.l, other.l)]
    return dark > shades.inkMax && light < shades.paperMin
  }
  if (Math.min(c, d) < shades.chromaMin) return false
  const cosine = (one.a * other.a + one.b * other.b) / (c * d)
  return cosine > Math.cos((shades.hue * Math.PI) / 180)
}

function countColours(
  { inside, phi }: GeometryGrid,
  [l, a, b]: ThreePlanes,
): { colourCount: number; hasShades: boolean } {
  const bins = new Map<number, number>()
  let all = 0
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i] || phi.data[i] <= mixedRim) continue
    const bin =
      (Math.trunc(l.data[i] / binSide) << 12) |
      (Math.trunc((a.data[i] + binStart) / binSide) << 6) |
      Math.trunc((b.data[i] + binStart) / binSide)
    bins.set(bin, (bins.get(bin) ?? 0) + 1)
    all++
  }
  // Join each bin with the largest bin nearby, because the eye sees both as one colour.
  const palette: Colour[] = []
  for (const [bin, count] of [...bins].toSorted((p, q) => q[1] - p[1])) {
    const colour = {
      l: ((bin >> 12) + 0.5) * binSide,
      a: (((bin >> 6) & 63) + 0.5) * binSide - binStart,
      b: ((bin & 63) + 0.5) * binSide - binStart,
      count,
    }
    const near = palette.find(
      (known) => Math.hypot(known.l - colour.l, known.a - colour.a, known.b - colour.b) < oneColour,
    )
    if (near) near.count += count
    else if (palette.length < paletteMax) palette.push(colour)
  }
  palette.sort((p, q) => q.count - p.count)
  let covered = 0
  let used = 0
  for (const { count } of palette) {
    covered += count
    used++
    if (covered > coveredMin * all) break
  }
  const large = palette.filter(({ count }) => count > shades.fraction * all)
  const hasShades = large.some((one, k) =>
    large.slice(k + 1).some((other) => areShades(one, other)),
  )
  return { colourCount: used, hasShades }
}

function traceRows(
  { width, height, phi, inside }: GeometryGrid,
  { top, bottom }: GridBounds,
): Rows {
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
        if (left[y] < 0) left[y] = x - fractionToEdge(d[i], d[i - 1])
      }
      if (!inside[i + 1]) right[y] = x + fractionToEdge(d[i], d[i + 1])
    }
    if (pieces > 0) rows++
    if (pieces === 1) single++
  }
  return { left, right, singleFraction: single / Math.max(1, rows) }
}
