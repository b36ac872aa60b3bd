import { ballEnvelope } from '../../raster/ball-envelope.ts'
import { createPlane } from '../../raster/plane.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights, ShapeInput } from '../heights.ts'
import { lightnessDetail } from '../lightness-detail.ts'
import { fractionToEdge } from '../fraction-to-edge.ts'
import type { TurnedBody } from './turned-body.ts'

/**
 * Makes a body of revolution around the upright axis: each row becomes an ellipse as deep as wide.
 * Handles become as deep as they are thick in the picture.
 */
export function turnOnLathe(input: ShapeInput): Heights {
  const { grid, statistics, body, thickness, detail } = input
  const { width, height, inside, phi } = grid
  const { bounds } = statistics
  const isUsed = body.halfWidth.map((value) => (value > 0 ? 1 : -1))
  const radius = smoothRows(body.halfWidth, isUsed, 1.4)
  const round = ballEnvelope(phi)
  const fine = lightnessDetail(input)
  const front = createPlane(width, height)
  for (let y = bounds.top; y <= bounds.bottom; y++) {
    const [left, right] = findReach(grid, body, y)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      const away = x - body.axis
      const eccentricity = Math.min(1, Math.abs(away) / Math.max(1e-3, away < 0 ? left : right))
      const depth = radius[y] * thickness * Math.sqrt(1 - eccentricity * eccentricity)
      const relief =
        fine.data[i] * radius[y] * 0.02 * detail * smoothstep(0.05, 0.5, 1 - eccentricity)
      const attached = round.data[i] * thickness
      front.data[i] = Math.max(depth * 0.5, depth + relief, attached)
    }
  }
  capEnds(input, body.halfWidth)
  return { front, back: front }
}

function findReach(
  { width, inside, phi }: GeometryGrid,
  { axis, halfWidth }: TurnedBody,
  y: number,
): [number, number] {
  const own = halfWidth[y]
  const row = y * width
  const most = own * 1.08 + 1.5
  const reach = (sign: 1 | -1) => {
    let x = Math.round(axis)
    if (!inside[row + x]) return own
    while (inside[row + x + sign]) x += sign
    const here = phi.data[row + x]
    const edge = Math.abs(x - axis) + fractionToEdge(here, phi.data[row + x + sign])
    return edge < most ? edge : own
  }
  return [reach(-1), reach(1)]
}

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
