import { findComponents, touchesEdge } from '../raster/components.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { solveDense } from '../raster/solve-dense.ts'

/** A surface all around the object whose colour is constant or changes slowly. */
export type Backdrop = {
  /**
   * For each of L*, a* and b*, the coefficients of 1, x, y, x², x y and y². x and y run from -1 to
   * 1 over the picture.
   */
  readonly surface: readonly (readonly number[])[]
  readonly borderFraction: number
}

/** Largest difference (ΔE) of a plain backdrop's pixels from the border's median colour. */
const spreadMax = 7
/** Minimum fraction of the pixels along the picture's border that show the backdrop. */
const borderFraction = 0.8
/**
 * Limits for a tightly cropped product, which hides more of the border: fraction of the border,
 * fraction of each side, and largest colour difference (ΔE). The limit per side excludes skies and
 * letterbox bars.
 */
const cropped = { borderFraction: 0.6, sideFraction: 0.4, spreadMax: 2 } as const
/**
 * Minimum tolerance of the backdrop's colour (ΔE). Pixels with a smaller difference count as
 * backdrop.
 */
const reachMin = 6
const reachFactor = 2.2
const fits = 3
/** Largest variation (ΔE) of a surface that counts as a backdrop. */
const bendMax = 18
const termCount = 6
const fitStep = 3

/** Returns the backdrop of a Lab picture if most of the picture's border has almost one colour. */
export function findBackdrop(lab: ThreePlanes): Backdrop | undefined {
  const border = getBorder(lab[0])
  const colour = lab.map((plane) => quantile(valuesAt(plane, border), 0.5))
  const plain: Backdrop = {
    surface: colour.map((value) => [value, 0, 0, 0, 0, 0]),
    borderFraction,
  }
  const distances = computeDistances(withoutBackdrop(lab, plain))
  const spread = quantile(valuesAt(distances, border), borderFraction)
  if (spread < spreadMax) return fitSurface(lab, plain, distances)
  if (!isCropped(distances, border)) return undefined
  return fitSurface(lab, { ...plain, borderFraction: cropped.borderFraction }, distances)
}

function isCropped(distances: Plane, border: readonly number[]): boolean {
  const { width, height, data } = distances
  const getFraction = (places: readonly number[]) =>
    places.filter((i) => data[i] < cropped.spreadMax).length / places.length
  if (getFraction(border) < cropped.borderFraction) return false
  const sides = [
    border.filter((i) => i < width),
    border.filter((i) => i >= width * (height - 1)),
    border.filter((i) => i % width === 0),
    border.filter((i) => i % width === width - 1),
  ]
  return sides.every((side) => getFraction(side) >= cropped.sideFraction)
}

export function withoutBackdrop(lab: ThreePlanes, { surface }: Backdrop): ThreePlanes {
  const { width, height } = lab[0]
  const without = (c: 0 | 1 | 2): Plane => {
    const rest = createPlane(width, height)
    const [constant, x, y, xx, xy, yy] = surface[c]
    for (let row = 0, i = 0; row < height; row++) {
      const v = (2 * row + 1) / height - 1
      const level = constant + y * v + yy * v * v
      const slope = x + xy * v
      for (let column = 0; column < width; column++, i++) {
        const u = (2 * column + 1) / width - 1
        rest.data[i] = lab[c].data[i] - level - (slope + xx * u) * u
      }
    }
    return rest
  }
  return [without(0), without(1), without(2)]
}

/**
 * Returns each pixel's colour distance (ΔE) from the backdrop, given the picture's colours minus
 * the backdrop's colours.
 */
export function computeDistances([l, a, b]: ThreePlanes): Plane {
  const distances = createPlane(l.width, l.height)
  for (let i = 0; i < distances.data.length; i++) {
    distances.data[i] = Math.sqrt(l.data[i] ** 2 + a.data[i] ** 2 + b.data[i] ** 2)
  }
  return distances
}

/** Returns the colour distance below which a pixel counts as backdrop. */
export function computeBackdropReach(distances: Plane, backdrop: Backdrop): number {
  const border = valuesAt(distances, getBorder(distances))
  return Math.max(reachMin, reachFactor * quantile(border, backdrop.borderFraction))
}

export function markSimilar({ data }: Plane, reach: number): Uint8Array {
  const similar = new Uint8Array(data.length)
  for (let i = 0; i < similar.length; i++) similar[i] = data[i] < reach ? 1 : 0
  return similar
}

function floodFromBorder(distances: Plane, reach: number): Uint8Array {
  const { width, height } = distances
  const flooded = markSimilar(distances, reach)
  const parts = findComponents(flooded, { width, height })
  const isOpen = touchesEdge(parts, width, height)
  for (let i = 0; i < flooded.length; i++) {
    if (flooded[i] && !isOpen[parts.labels[i]]) flooded[i] = 0
  }
  return flooded
}

export const fitBackdrop = (
  lab: ThreePlanes,
  marked: Uint8Array,
  backdrop: Backdrop,
): Backdrop => ({ ...backdrop, surface: leastSquares(lab, marked) })

/**
 * Fits a surface to the flooded backdrop, and floods again. Light falls off towards the corners, so
 * a constant colour is not enough.
 */
function fitSurface(lab: ThreePlanes, plain: Backdrop, distances: Plane): Backdrop {
  let [backdrop, now] = [plain, distances]
  for (let fit = 0; fit < fits; fit++) {
    const flooded = floodFromBorder(now, computeBackdropReach(now, backdrop))
    const next = fitBackdrop(lab, flooded, backdrop)
    const change = distanceOfSurfaces(next, plain, lab[0])
    if (!(change < bendMax)) break
    backdrop = next
    now = computeDistances(withoutBackdrop(lab, backdrop))
  }
  return backdrop
}

function leastSquares(lab: ThreePlanes, marked: Uint8Array): number[][] {
  const { width, height } = lab[0]
  const sums = Array.from({ length: termCount }, () => new Float64Array(termCount))
  const rights = lab.map(() => new Float64Array(termCount))
  const terms = new Float64Array(termCount)
  for (let y = 0; y < height; y += fitStep) {
    for (let x = y % 2; x < width; x += fitStep) {
      const i = y * width + x
      if (!marked[i]) continue
      termsAt(x, y, width, height, terms)
      for (let r = 0; r < termCount; r++) {
        for (let c = 0; c < termCount; c++) sums[r][c] += terms[r] * terms[c]
        for (let c = 0; c < 3; c++) rights[c][r] += terms[r] * lab[c].data[i]
      }
    }
  }
  for (let r = 0; r < termCount; r++) sums[r][r] += r === 0 ? 1e-3 : 0.1
  return rights.map((right) => solveDense(sums.map((row, r) => Float64Array.of(...row, right[r]))))
}

function distanceOfSurfaces(one: Backdrop, other: Backdrop, { width, height }: Plane): number {
  const terms = new Float64Array(termCount)
  let farthest = 0
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      termsAt(x, y, width, height, terms)
      const parts = one.surface.map((values, c) =>
        values.reduce((sum, value, k) => sum + (value - other.surface[c][k]) * terms[k], 0),
      )
      farthest = Math.max(farthest, Math.hypot(...parts))
    }
  }
  return farthest
}

// oxlint-disable-next-line max-params -- for each pixel
function termsAt(x: number, y: number, width: number, height: number, terms: Float64Array): void {
  const u = (2 * x + 1) / width - 1
  const v = (2 * y + 1) / height - 1
  terms[0] = 1
  terms[1] = u
  terms[2] = v
  terms[3] = u * u
  terms[4] = u * v
  terms[5] = v * v
}

function getBorder({ width, height }: Plane): number[] {
  const band = Math.max(2, Math.round(Math.min(width, height) * 0.03))
  const border: number[] = []
  for (let y = 0; y < height; y++) {
    const isWhole = y < band || y >= height - band
    for (let x = 0; x < width; x++) {
      if (isWhole || x < band || x >= width - band) border.push(y * width + x)
      else x = width - band - 1
    }
  }
  return border
}

const valuesAt = ({ data }: Plane, places: readonly number[]) =>
  Float32Array.from(places, (i) => data[i])

function quantile(values: Float32Array, fraction: number): number {
  values.sort()
  return values[Math.min(values.length - 1, Math.floor(values.length * fraction))]
}
