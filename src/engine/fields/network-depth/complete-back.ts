import type { Cutout } from '../../crop.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import { priorCellsDeep, type PriorNetwork } from '../prior/network.ts'
import { predictBehind, type Behind } from './predict-behind.ts'

/**
 * Blur (sigma) of the predicted back, which hides the network's coarse cells: `long` times the
 * outline's long side, but at least `cells` cells.
 */
const softening = { cells: 3, long: 0.025 } as const
/** Minimum thickness as a fraction of the outline's long side. */
const thinnest = 0.02
/**
 * Minimum half thickness at the outline, in cells, of objects that end in a flat, vertical side
 * instead of a rounded edge.
 */
const wallMin = 3
/**
 * Minimum probability of a filled cell. Below one half, because each line of sight through the
 * outline must contain a filled cell.
 */
const filledFrom = 0.3
/**
 * Mean distance of the network's front from the rule-based front, divided by the outline's long
 * side. Below the first limit the fronts agree, above the second they disagree.
 */
const agreement = [0.03, 0.045] as const

export type SeenFront = {
  readonly cutout: Cutout
  readonly grid: GeometryGrid
  /** Distance of each node's surface towards the viewer, in cells from any fixed plane. */
  readonly near: Float32Array
  readonly heights: Heights
  readonly isKnown: boolean
  readonly network: PriorNetwork | undefined
}

/**
 * Makes heights whose front is the network's depth. The back is rule-based if the rules recognised
 * the object and agree with the network's front, and predicted otherwise.
 */
export function completeBack(seen: SeenFront): Heights {
  const { cutout, grid, near, heights, isKnown, network } = seen
  const { width, height, inside, cellsPerPixel } = grid
  const long = cutout.objectSide * cellsPerPixel
  const guessed = network && guessBack(network, seen, long)
  const apart = isKnown ? distanceFrom(near, heights.front, inside) / long : Infinity
  const ruled = guessed ? 1 - smoothstep(agreement[0], agreement[1], apart) : 1
  const back = new Float32Array(inside.length)
  let [nearest, furthest] = [-Infinity, Infinity]
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const far = near[i] - heights.front.data[i] - heights.back.data[i]
    back[i] = guessed ? ruled * far + (1 - ruled) * guessed[i] : far
    nearest = Math.max(nearest, near[i])
    furthest = Math.min(furthest, back[i])
  }
  const middle = (nearest + furthest) / 2
  const made = { front: createPlane(width, height), back: createPlane(width, height) }
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    made.front.data[i] = near[i] - middle
    made.back.data[i] = middle - back[i]
  }
  return made
}

function guessBack(
  network: PriorNetwork,
  { cutout, grid, near }: SeenFront,
  long: number,
): Float32Array {
  const { width, height, inside } = grid
  const behind = predictBehind(network, { cutout, grid, near })
  const guessed = createPlane(width, height)
  const weight = createPlane(width, height)
  weight.data.set(inside)
  const column = new Float32Array(priorCellsDeep)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    behind.columnOf(i % width, Math.floor(i / width), column)
    guessed.data[i] = farEnd(column, near[i], behind)
  }
  const sigma = Math.max(softening.cells, softening.long * long)
  const smooth = weightedBlur(guessed, weight, sigma).data
  return smooth.map((value, i) => Math.min(value, near[i] - thinnest * long))
}

function distanceFrom(near: Float32Array, { data }: Plane, inside: Uint8Array): number {
  const apart = near.map((value, i) => value - data[i]).filter((_, i) => inside[i])
  const middle = apart.toSorted()[apart.length >> 1] ?? 0
  return apart.reduce((sum, value) => sum + Math.abs(value - middle), 0) / Math.max(1, apart.length)
}

/**
 * Returns where the solid that starts at `near` most likely ends: the end that agrees with the most
 * cell probabilities.
 */
function farEnd(column: Float32Array, near: number, { nearest, layer }: Behind): number {
  const front = Math.max(0, (nearest - near) / layer)
  let [best, sum, last] = [0, 0, -1]
  for (let k = Math.floor(front); k < priorCellsDeep; k++) {
    sum += (column[k] - filledFrom) * Math.min(1, k + 1 - front)
    if (sum > best) [best, last] = [sum, k]
  }
  if (last < 0) return near
  const next = last + 1 < priorCellsDeep ? column[last + 1] : 0
  const beyond = (column[last] - filledFrom) / Math.max(1e-3, column[last] - next)
  return nearest - (last + 0.5 + Math.min(1, beyond)) * layer
}

/**
 * Marks nodes outside the outline where the object ends in a flat, vertical side, as a box does.
 */
export function openWalls({ front, back }: Heights, grid: GeometryGrid, open: Uint8Array): void {
  const { width, height, inside } = grid
  const half = (i: number) => (inside[i] ? (front.data[i] + back.data[i]) / 2 : 0)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (inside[i]) continue
      for (let n = 0; n < 9 && !open[i]; n++) {
        const beside = i + (Math.floor(n / 3) - 1) * width + (n % 3) - 1
        if (half(beside) > wallMin) open[i] = 1
      }
    }
  }
}
