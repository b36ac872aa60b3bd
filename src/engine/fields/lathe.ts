import { createPlane } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { Heights, ShapeInput } from './heights.ts'
import { lightnessDetail } from './lightness-detail.ts'

/** Turns the outline around its vertical axis: each row becomes an ellipse as deep as it is wide. */
export function turnOnLathe(input: ShapeInput): Heights {
  const { grid, statistics, thickness, detail } = input
  const { width, height, inside } = grid
  const { rows, bounds } = statistics
  const halfWidth = new Float32Array(height)
  const centre = new Float32Array(height)
  for (let y = 0; y < height; y++) {
    if (rows.left[y] < 0) continue
    halfWidth[y] = (rows.right[y] - rows.left[y]) / 2
    centre[y] = (rows.right[y] + rows.left[y]) / 2
  }
  const axis = smoothRows(centre, rows.left, height * 0.05)
  const radius = smoothRows(halfWidth, rows.left, 1.4)
  const fine = lightnessDetail(input)
  const front = createPlane(width, height)
  for (let y = bounds.top; y <= bounds.bottom; y++) {
    if (rows.left[y] < 0) continue
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      const away = x - axis[y]
      const reach = away < 0 ? axis[y] - rows.left[y] : rows.right[y] - axis[y]
      const eccentricity = Math.min(1, Math.abs(away) / Math.max(1e-3, Math.abs(reach)))
      const depth = radius[y] * thickness * Math.sqrt(1 - eccentricity * eccentricity)
      const relief =
        fine.data[i] * halfWidth[y] * 0.02 * detail * smoothstep(0.05, 0.5, 1 - eccentricity)
      front.data[i] = Math.max(depth * 0.5, depth + relief)
    }
  }
  capEnds(input, halfWidth)
  return { front, back: front }
}

/** A Gaussian along the column of rows that are not empty. */
function smoothRows(values: Float32Array, isUsed: Float32Array, sigma: number): Float32Array {
  const smooth = new Float32Array(values.length)
  const reach = Math.ceil(sigma * 3)
  for (let y = 0; y < values.length; y++) {
    if (isUsed[y] < 0) continue
    let sum = 0
    let norm = 0
    const last = Math.min(values.length - 1, y + reach)
    for (let n = Math.max(0, y - reach); n <= last; n++) {
      if (isUsed[n] < 0) continue
      const weight = Math.exp((-(n - y) * (n - y)) / (2 * sigma * sigma))
      sum += weight * values[n]
      norm += weight
    }
    smooth[y] = sum / norm
  }
  return smooth
}

/** Ends wide top and bottom rows in flat caps. */
function capEnds({ grid, openEnds, statistics }: ShapeInput, halfWidth: Float32Array): void {
  const { width, height, inside, radius } = grid
  const { top, bottom } = statistics.bounds
  for (const [row, beyond] of [
    [top, top - 1],
    [bottom, bottom + 1],
  ]) {
    if (beyond < 0 || beyond >= height || halfWidth[row] <= 0.25 * radius) continue
    for (let x = 0; x < width; x++) {
      if (inside[row * width + x] && !inside[beyond * width + x]) openEnds[beyond * width + x] = 1
    }
  }
}
