import { clearVisibility, createVisibility, rasterise } from '#engine/thumbnail/rasterise.ts'
import { rotateSolid, type Angle, type TriangleSolid } from '../views.ts'

/** Number of cells along each side. A cell has the proportions of the solid's bounding box. */
const side = 96
const silhouetteSide = 224
const views = 40

export type VisualHull = {
  readonly cells: Uint8Array
  readonly middle: readonly number[]
  readonly size: readonly number[]
}

/**
 * Directions that are spread evenly over half of a sphere. The other half would give mirrored
 * silhouettes.
 */
const angles: Angle[] = Array.from({ length: views }, (_, k) => ({
  yaw: (k * 222.492_23) % 360,
  pitch: (Math.asin((k + 0.5) / views) * 180) / Math.PI,
}))

export function createVisualHull(solid: TriangleSolid): VisualHull {
  const [min, max] = getBoundingBox(solid)
  const middle = min.map((value, c) => (value + max[c]) / 2)
  const size = min.map((value, c) => Math.max(1e-6, max[c] - value))
  const cells = new Uint8Array(side ** 3).fill(1)
  const seen = createVisibility(silhouetteSide)
  const radius = Math.hypot(...size) / 2
  const scale = silhouetteSide / (2 * radius) / 1.02
  const centred = solid.positions.map((value, k) => value - middle[k % 3])
  for (const angle of angles) {
    const points = rotateSolid({ positions: centred, indices: solid.indices }, angle).positions
    for (let k = 0; k < points.length; k += 3) {
      points[k] = silhouetteSide / 2 + points[k] * scale
      points[k + 1] = silhouetteSide / 2 - points[k + 1] * scale
    }
    clearVisibility(seen)
    rasterise(seen, { draw: 0, points, indices: solid.indices })
    carve(cells, { size, angle, scale, mask: dilate(seen.draws) })
  }
  return { cells, middle, size }
}

/** Returns the lowest and highest coordinates of a solid. Ignores points without a triangle. */
export function getBoundingBox({ positions, indices }: TriangleSolid): [number[], number[]] {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const corner of indices) {
    for (let c = 0; c < 3; c++) {
      const value = positions[corner * 3 + c]
      if (value < min[c]) min[c] = value
      if (value > max[c]) max[c] = value
    }
  }
  return [min, max]
}

function dilate(draws: Int32Array): Uint8Array {
  const mask = new Uint8Array(draws.length)
  for (let i = 0; i < draws.length; i++) {
    if (draws[i] >= 0)
      mask[i] = mask[i + 1] = mask[i + silhouetteSide] = mask[i + silhouetteSide + 1] = 1
  }
  return mask
}

type Carving = {
  readonly size: readonly number[]
  readonly angle: Angle
  readonly scale: number
  /** Mask whose pixels are the corners between four pixels of the silhouette. */
  readonly mask: Uint8Array
}

function carve(cells: Uint8Array, { size, angle, scale, mask }: Carving): void {
  const axes = getCameraAxes(angle)
  const [dx, dy] = [0, 1].map((row) =>
    size.map((length, c) => ((axes[row][c] * length) / side) * scale * (row === 1 ? -1 : 1)),
  )
  const [x0, y0] = [dx, dy].map(
    (d) => silhouetteSide / 2 + 0.5 - ((d[0] + d[1] + d[2]) * (side - 1)) / 2,
  )
  for (let z = 0, i = 0; z < side; z++) {
    for (let y = 0; y < side; y++) {
      let px = x0 + z * dx[2] + y * dx[1]
      let py = y0 + z * dy[2] + y * dy[1]
      for (let x = 0; x < side; x++, i++, px += dx[0], py += dy[0]) {
        if (cells[i] && !mask[(py | 0) * silhouetteSide + (px | 0)]) cells[i] = 0
      }
    }
  }
}

/**
 * Returns the directions right, up and backwards of the camera, in the coordinates of the solid.
 */
export function getCameraAxes({ yaw, pitch }: Angle): number[][] {
  const unit = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) =>
    Array.from(
      rotateSolid(
        { positions: Float32Array.from(axis), indices: new Uint32Array() },
        { yaw, pitch },
      ).positions,
    ),
  )
  return [0, 1, 2].map((row) => unit.map((turned) => turned[row]))
}

/**
 * Returns whether a point is inside the hull. Coordinates are fractions of the solid's bounding
 * box, from its centre.
 */
// oxlint-disable-next-line max-params -- asked about millions of points
export function isWithin({ cells }: VisualHull, x: number, y: number, z: number): boolean {
  const [i, j, k] = [(x + 0.5) * side, (y + 0.5) * side, (z + 0.5) * side]
  if (!(i >= 0 && j >= 0 && k >= 0 && i < side && j < side && k < side)) return false
  return cells[((k | 0) * side + (j | 0)) * side + (i | 0)] === 1
}
