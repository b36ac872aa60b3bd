import { blur, blurInPlace } from '../raster/blur.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { copyPlane, createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { fillUnknown } from '../raster/pull-push.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { EnclosedRegions } from './enclosed-regions.ts'
import type { GeometryGrid } from './geometry-grid.ts'

/**
 * Details on the object's front that its back does not have, such as a face or a print on a shirt.
 */
export type Features = {
  /** Weight of the features, 0 to 1 for each node. Patterns all over the object have weight 0. */
  readonly plane: Plane
  /** Fraction of the object's area that features cover, including patterns all over the object. */
  readonly fraction: number
}

/** Weight of lightness in colour differences. Below 1, because shading changes lightness. */
const lightnessWeight = 0.6
/**
 * Width of the rim along the outline with whose colours nodes are compared: `ofRadius` times the
 * object's radius, at least `least` nodes.
 */
const rimWidth = { least: 2.5, ofRadius: 0.13 } as const
/** Nodes closer to the outline than this fraction of the rim's width are never features. */
const rimOwn = 0.7
/**
 * Blur (sigma) of the interpolated rim colours, as a fraction of the rim's width. Prevents single
 * nodes from dominating.
 */
const interpolationSigma = 0.4
/**
 * Number of samples along the grid's longer side. The running time grows with the fourth power of
 * this number.
 */
const samplesAlong = 72
/**
 * Minimum colour difference (ΔE, lightness weighted) of a feature from the interpolated rim
 * colours. The eye sees a difference of 2.3 (M. Mahy and others, Evaluation of Uniform Color Spaces
 * Developed after the Adoption of CIELAB and CIELUV, 1994).
 */
const fromInterpolatedMin = 8
const fromInterpolatedSure = 5
/** Minimum colour difference (ΔE) of a feature from each rim colour nearby. */
const fromRimMin = 9
const fromRimSure = 6
const rimReach = 1.45
/** Minimum result of `measureDifference` for a node of the pale border beside a feature. */
const similarMin = -0.3
/** Maximum width of a feature's pale border, as a fraction of the grid's longer side. */
const outlineWidth = 0.012
const edgeSigma = 1.3

type FeatureClues = {
  readonly lab: ThreePlanes
  readonly enclosed: EnclosedRegions
  readonly area: number
}

/**
 * Finds enclosed regions, and nodes whose colour differs from the colours along the object's rim.
 */
export function findFeatures(grid: GeometryGrid, { lab, enclosed, area }: FeatureClues): Features {
  const { width, height, inside, phi, radius } = grid
  const band = Math.max(rimWidth.least, rimWidth.ofRadius * radius)
  const isRim = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    const depth = phi.data[i]
    isRim.data[i] = inside[i] && !enclosed.unique[i] && depth > 1 && depth < band ? 1 : 0
  }
  const filled = mapThree(lab, copyPlane)
  fillUnknown(filled, isRim)
  const interpolated = mapThree(filled, (plane) => blur(plane, band * interpolationSigma))

  const step = Math.max(1, Math.round(Math.max(width, height) / samplesAlong))
  const surroundings = { grid, lab, interpolated, rim: collectRim(isRim, lab, step), band }
  const plane = createPlane(width, height)
  const similar = createPlane(width, height)
  let sum = 0
  for (let top = 0; top < height; top += step) {
    for (let left = 0; left < width; left += step) {
      const difference = measureDifference(surroundings, left, top)
      for (let y = top; y < Math.min(height, top + step); y++) {
        for (let x = left; x < Math.min(width, left + step); x++) {
          const i = y * width + x
          if (!inside[i] || phi.data[i] <= band * rimOwn) continue
          const differs = smoothstep(0, 1, difference)
          plane.data[i] = Math.max(enclosed.unique[i], differs)
          similar.data[i] = smoothstep(similarMin, 0, difference)
          sum += Math.max(enclosed.all[i], differs)
        }
      }
    }
  }
  const near = maxFilter(plane, Math.max(1, Math.round(outlineWidth * Math.max(width, height))))
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = Math.max(plane.data[i], near.data[i] * similar.data[i])
  }
  blurInPlace(plane, edgeSigma)
  return { plane, fraction: sum / Math.max(1, area) }
}

type Surroundings = {
  readonly grid: GeometryGrid
  readonly lab: ThreePlanes
  readonly interpolated: ThreePlanes
  readonly rim: Float32Array
  readonly band: number
}

/**
 * Compares a node's colour with the rim colours. Negative if they match, 0 to 1 if the node may
 * belong to a feature, 1 or more if the node certainly does.
 */
function measureDifference(surroundings: Surroundings, x: number, y: number): number {
  const { grid, lab, interpolated, band } = surroundings
  const { width, inside, phi } = grid
  const i = y * width + x
  if (!inside[i] || phi.data[i] <= band * rimOwn) return -1
  const fromInterpolated = colourDistance(
    lab[0].data[i] - interpolated[0].data[i],
    lab[1].data[i] - interpolated[1].data[i],
    lab[2].data[i] - interpolated[2].data[i],
  )
  const byInterpolated = (fromInterpolated - fromInterpolatedMin) / fromInterpolatedSure
  if (byInterpolated <= -1) return -1
  const reach = rimReach * phi.data[i] + band
  const fromRim = nearestRimColour(surroundings, i, reach)
  return Math.min((fromRim - fromRimMin) / fromRimSure, byInterpolated)
}

const colourDistance = (l: number, a: number, b: number) =>
  Math.sqrt((lightnessWeight * l) ** 2 + a * a + b * b)

function collectRim({ width, height, data }: Plane, lab: ThreePlanes, step: number): Float32Array {
  const rim: number[] = []
  for (let y = 1; y < height - 1; y += step) {
    for (let x = 1; x < width - 1; x += step) {
      const i = y * width + x
      if (data[i]) rim.push(x, y, lab[0].data[i], lab[1].data[i], lab[2].data[i])
    }
  }
  return Float32Array.from(rim)
}

/**
 * Returns the smallest colour difference (ΔE, lightness weighted) between a node and the rim
 * colours near it.
 * @param reach distance, in nodes, within which rim colours are compared.
 */
function nearestRimColour({ grid, lab, rim }: Surroundings, i: number, reach: number): number {
  const x = i % grid.width
  const y = (i - x) / grid.width
  const l = lab[0].data[i]
  const a = lab[1].data[i]
  const b = lab[2].data[i]
  const reachSquared = reach * reach
  let best = Infinity
  for (let k = 0; k < rim.length; k += 5) {
    const dx = rim[k] - x
    const dy = rim[k + 1] - y
    if (dx * dx + dy * dy > reachSquared) continue
    const dl = lightnessWeight * (rim[k + 2] - l)
    const da = rim[k + 3] - a
    const db = rim[k + 4] - b
    const distance = dl * dl + da * da + db * db
    if (distance < best) best = distance
  }
  return Math.sqrt(best)
}
