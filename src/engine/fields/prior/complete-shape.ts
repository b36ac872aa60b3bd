import { clamp } from '#lib/clamp.ts'
import { createPlane } from '../../raster/plane.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { solveDense } from '../../raster/solve-dense.ts'
import { stretchDepth } from '../body/set-depth.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { LazyPrior, ShapePrior } from './create-prior.ts'
import { priorCellsAcross, priorCellsDeep } from './network.ts'
import { framedSide, priorSide } from './picture.ts'

/**
 * Distance from the first to the last layer of the network, as a multiple of the object's long
 * side.
 */
const reach = 2
/**
 * A cell counts as filled if its evidence is at least `full`. Evidence is the network's
 * probability, plus `rules` if the rule-based shape fills the cell.
 */
const evidence = { rules: 0.2, full: 0.3 } as const
/**
 * Range of the outline's symmetry over which the network's correction fades out. For symmetric
 * objects, rule-based shapes are more reliable.
 */
const even = [0.965, 0.985] as const
const thinnest = 0.5
const thickening = {
  /**
   * Weight of the network's thickness: 0 keeps the rule-based thickness, 1 uses the network's
   * thickness.
   */
  fraction: 0.5,
  most: 0.45,
} as const
const columnsMin = 12

type Completing = {
  readonly grid: GeometryGrid
  readonly symmetry: number
  readonly thickness: number
}

/**
 * Bends the rule-based shape and scales its thickness towards the network's prediction. The
 * correction is a quadratic function over the picture, because only the network's coarse shape is
 * reliable.
 * @param rules rule-based heights, in cells of the grid.
 */
export function completeShape(
  askedPrior: LazyPrior,
  rules: Heights,
  { grid, symmetry, thickness }: Completing,
): Heights {
  const trust = 1 - smoothstep(even[0], even[1], symmetry)
  if (trust === 0) return rules
  const prior = askedPrior()
  const plain = centred(stretchDepth(rules, 1 / thickness), grid)
  const columns = compareColumns(prior, plain, grid)
  if (columns.length < columnsMin) return rules
  const bend = fitCurve(columns, ({ bend: value }) => value)
  const change = fitCurve(columns, ({ change: value }) => value)
  const { width, height, inside } = grid
  const made = { front: createPlane(width, height), back: createPlane(width, height) }
  const frame = getFrame(prior, grid)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const [u, v] = frame.placeOf(i % width, Math.floor(i / width))
    const factor = Math.exp(
      trust *
        clamp(thickening.fraction * getValue(change, u, v), -thickening.most, thickening.most),
    )
    const half = (factor * (plain.front.data[i] + plain.back.data[i])) / 2
    const middle = (plain.front.data[i] - plain.back.data[i]) / 2
    const moved = middle + trust * getValue(bend, u, v) * frame.layer
    made.front.data[i] = half + moved
    made.back.data[i] = half - moved
  }
  return stretchDepth(centred(made, grid), thickness)
}

type Column = {
  readonly u: number
  readonly v: number
  readonly weight: number
  readonly bend: number
  readonly change: number
}

function getFrame({ framing }: ShapePrior, { cellsPerPixel }: GeometryGrid) {
  const perCell = (priorSide / priorCellsAcross) * framing.step
  const middle = priorCellsAcross / 2
  return {
    layer: (reach * framedSide * framing.step * cellsPerPixel) / priorCellsDeep,
    placeOf: (x: number, y: number): [u: number, v: number] => [
      ((x + 0.5) / cellsPerPixel - framing.left) / perCell / middle - 1,
      ((y + 0.5) / cellsPerPixel - framing.top) / perCell / middle - 1,
    ],
    nodeAt: (column: number, row: number): [x: number, y: number] => [
      Math.floor((framing.left + (column + 0.5) * perCell) * cellsPerPixel),
      Math.floor((framing.top + (row + 0.5) * perCell) * cellsPerPixel),
    ],
  }
}

function compareColumns(prior: ShapePrior, rules: Heights, grid: GeometryGrid): Column[] {
  const { width, height, inside } = grid
  const frame = getFrame(prior, grid)
  const columns: Column[] = []
  const cells = new Float32Array(priorCellsDeep)
  const area = priorCellsAcross * priorCellsAcross
  for (let k = 0; k < area; k++) {
    const [x, y] = frame.nodeAt(k % priorCellsAcross, Math.floor(k / priorCellsAcross))
    const i = y * width + x
    if (x < 0 || y < 0 || x >= width || y >= height || !inside[i]) continue
    const from = priorCellsDeep / 2 - rules.front.data[i] / frame.layer
    const to = priorCellsDeep / 2 + rules.back.data[i] / frame.layer
    for (let z = 0; z < priorCellsDeep; z++) {
      const covered = Math.max(0, Math.min(z + 1, to) - Math.max(z, from))
      cells[z] = prior.cells[z * area + k] + evidence.rules * covered
    }
    const run = fullRun(cells)
    if (!run) continue
    const thick = Math.max(thinnest, run[1] - run[0])
    const [u, v] = frame.placeOf(x, y)
    columns.push({
      u,
      v,
      weight: thick,
      bend: (from + to - run[0] - run[1]) / 2,
      change: Math.log(thick / Math.max(thinnest, to - from)),
    })
  }
  return columns
}

/**
 * Returns the start and end of the column's filled run with the most evidence, in layers from the
 * near end.
 */
function fullRun(column: Float32Array): [near: number, far: number] | undefined {
  let [best, first, last] = [0, 0, 0]
  let [sum, start] = [0, 0]
  for (let z = 0; z < priorCellsDeep; z++) {
    sum += column[z] - evidence.full
    if (sum <= 0) [sum, start] = [0, z + 1]
    else if (sum > best) [best, first, last] = [sum, start, z + 1]
  }
  return best > 0 ? [first, last] : undefined
}

const terms = (u: number, v: number) => [1, u, v, u * u, u * v, v * v]

const getValue = (curve: readonly number[], u: number, v: number): number =>
  terms(u, v).reduce((sum, term, k) => sum + term * curve[k], 0)

function fitCurve(columns: readonly Column[], pick: (column: Column) => number): number[] {
  const count = terms(0, 0).length
  const rows = Array.from({ length: count }, () => new Float64Array(count + 1))
  for (const column of columns) {
    const at = terms(column.u, column.v)
    rows.forEach((row, k) => {
      const weight = column.weight * at[k]
      at.forEach((term, c) => (row[c] += weight * term))
      row[count] += weight * pick(column)
    })
  }
  // This term keeps the system solvable if all columns are on a single line.
  rows.forEach((row, k) => (row[k] += 1e-3 * columns.length))
  return solveDense(rows)
}

function centred({ front, back }: Heights, { width, height, inside }: GeometryGrid): Heights {
  let [nearest, furthest] = [-Infinity, -Infinity]
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    nearest = Math.max(nearest, front.data[i])
    furthest = Math.max(furthest, back.data[i])
  }
  const shift = (nearest - furthest) / 2
  const moved = { front: createPlane(width, height), back: createPlane(width, height) }
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    moved.front.data[i] = front.data[i] - shift
    moved.back.data[i] = back.data[i] + shift
  }
  return moved
}
