import { clamp } from '#lib/clamp.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import type { Heights } from './heights.ts'

/**
 * The solid as `square(x, y) - (z - middle(x, y))² > 0`, in cells. Unlike height maps, this
 * function has no infinite slope at the silhouette.
 */
export type ImplicitSurface = {
  readonly square: Plane
  readonly middle: Plane
  readonly openEnds: Uint8Array
}

/**
 * Ratio of the field's values just outside and just inside a wall, without the sign. A large ratio
 * makes the wall steep.
 */
const wallSteepness = 6
/** Position of the wall between the last inside node (0) and the next node (1). */
export const wallWithin = 1 / (1 + wallSteepness)

/**
 * Makes the implicit surface from the heights of front and back and extends the surface outside the
 * object.
 * @param openEnds 1 at nodes where the surface ends in a wall.
 */
export function makeImplicit(
  grid: GeometryGrid,
  { front, back }: Heights,
  openEnds: Uint8Array,
): ImplicitSurface {
  const { width, height, inside } = grid
  const square = createPlane(width, height)
  const middle = createPlane(width, height)
  const halfMax = Math.max(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const half = Math.min(halfMax, (front.data[i] + back.data[i]) / 2)
    square.data[i] = half * half
    middle.data[i] = (front.data[i] - back.data[i]) / 2
  }
  continueOutside(grid, { openEnds, square, middle })
  return { square, middle, openEnds }
}

const furtherRings = 2

type Inside = {
  readonly openEnds: Uint8Array
  readonly square: Plane
  readonly middle: Plane
}

function continueOutside(
  { width, height, inside, phi }: GeometryGrid,
  { openEnds, square, middle }: Inside,
): void {
  const d = phi.data
  const isKnown = Uint8Array.from(inside)
  let ring: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (inside[i]) continue
      let weights = 0
      let squares = 0
      let middles = 0
      for (let dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= height) continue
        for (let dx = -1; dx <= 1; dx++) {
          if (x + dx < 0 || x + dx >= width) continue
          const n = i + dy * width + dx
          if (!inside[n]) continue
          const weight = dx !== 0 && dy !== 0 ? 0.35 : 1
          const within = clamp(d[n] / (d[n] - d[i]), 0.08, 0.98)
          const beyond = openEnds[i]
            ? -square.data[n] * wallSteepness - 1
            : (-square.data[n] * (1 - within)) / within - 1e-3
          weights += weight
          squares += weight * beyond
          middles += weight * middle.data[n]
        }
      }
      square.data[i] = weights > 0 ? squares / weights : -4
      middle.data[i] = weights > 0 ? middles / weights : 0
      if (weights > 0) ring.push(i)
    }
  }
  for (let further = 0; further < furtherRings; further++) {
    for (const i of ring) isKnown[i] = 1
    ring = continueMiddle(middle, isKnown, ring)
  }
}

function continueMiddle(
  { width, height, data }: Plane,
  isKnown: Uint8Array,
  ring: readonly number[],
): number[] {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const i of ring) {
    const x = i % width
    if (x === 0 || x === width - 1 || i < width || i >= width * (height - 1)) continue
    for (const n of [i - 1, i + 1, i - width, i + width]) {
      if (isKnown[n]) continue
      const known = sums.get(n) ?? { sum: 0, count: 0 }
      sums.set(n, known)
      known.sum += data[i]
      known.count++
    }
  }
  for (const [n, { sum, count }] of sums) data[n] = sum / count
  return [...sums.keys()]
}
