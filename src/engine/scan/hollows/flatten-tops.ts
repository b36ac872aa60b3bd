import { getCentre } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'
import { edgeMin, type HullRelief } from './relief.ts'

const sweeps = 200
const relaxation = 1.9
/** Distance of the cells that are compared to measure a slope, in cells. */
const reach = 3
/** Distance in cells in which the shape must fall beside a flat top. */
const rimReach = 5
/** Smallest slope beside a flat top. */
const rimSlope = 0.8
/** Minimum fraction of a part's border that is a rim. */
const rimFraction = 0.75
const cellsMin = 30
/** Smallest step to a neighbouring cell, in layers, that ends the film, as at the rim of a tray. */
const joinMax = 3
/** Fraction of the photos that are taken from low angles. */
const lowFraction = 1 / 3
/** Slope of cells that no outline limits: a factor of the lowest cameras' slope, and a constant. */
const slopeFactor = 1.15
const slopeMore = 0.02
/** Cells of which this many of the eight neighbours are flat are flat too, in each round. */
const aroundMin = 4
const closingRounds = 4
/** Largest slope of such cells, as a factor of the limit. */
const closedSteepness = 2

/**
 * Flattens the parts of a surface that no outline limits. A photo from a low angle shows the far
 * rim of a flat top, so a hull rises from the rim as steeply as the photo looks down. A part with
 * such a slope is replaced by a film between its borders. Beside a part that does not end at a rim,
 * the shape falls slowly, as at the top of a ball. The true surface is then halfway between both.
 * @param depths Layer of the surface in each cell, or NaN for cells that may not be moved.
 * @returns the changed layers.
 */
export function flattenTops(
  relief: HullRelief,
  { depths, deepest }: Movable,
  views: readonly ScanView[],
): Float32Array {
  const { hull, first, layers } = relief
  const flat = depths.map((depth, cell) => {
    if (first[cell] === layers) return NaN
    return depth > first[cell] ? depth : hull[cell]
  })
  const isFree = findUnlimited(relief, { depths, deepest }, views)
  for (const part of listParts(relief, isFree)) {
    if (part.length < cellsMin) continue
    const isRim = endsAtRim(relief, part, { isFree, flat })
    spanFilm(relief, part, { flat, deepest })
    if (!isRim) for (const cell of part) flat[cell] = (flat[cell] + hull[cell]) / 2
  }
  return flat
}

type Movable = {
  readonly depths: Float32Array
  /** Last layer to which the surface of each cell may be moved. */
  readonly deepest: Int16Array
}

/**
 * Marks cells of the hull that are as flat as the view of the lowest cameras, and slightly steeper
 * cells between them.
 */
function findUnlimited(
  relief: HullRelief,
  { depths, deepest }: Movable,
  views: readonly ScanView[],
): Uint8Array {
  const { columns, hull, first } = relief
  const eyes = listLowEyes(relief, views)
  const steepness = hull.map((depth, cell) => {
    if (!(deepest[cell] > first[cell]) || depths[cell] > first[cell]) return Infinity
    const place = { column: cell % columns, row: Math.floor(cell / columns), depth }
    const sum = eyes.reduce((all, eye) => all + getSlope(eye, place), 0)
    return measureSlope(relief, cell) / (slopeFactor * (sum / eyes.length) + slopeMore)
  })
  let isFree = Uint8Array.from(steepness, (value) => (value < 1 ? 1 : 0))
  for (let round = 0; round < closingRounds; round++) {
    isFree = isFree.map((own, cell) => {
      if (own || steepness[cell] > closedSteepness) return own
      let count = 0
      for (let k = 0; k < 9; k++) {
        count += isFree[cell + ((k % 3) - 1) + (Math.floor(k / 3) - 1) * columns]
      }
      return count >= aroundMin ? 1 : 0
    })
  }
  return isFree
}

/** Lists the connected parts of marked cells. */
function listParts(relief: HullRelief, isFree: Uint8Array): number[][] {
  const done = new Uint8Array(isFree.length)
  const parts: number[][] = []
  for (let start = 0; start < isFree.length; start++) {
    if (!isFree[start] || done[start]) continue
    const part = [start]
    done[start] = 1
    for (let k = 0; k < part.length; k++) {
      for (const other of listNeighbours(relief, part[k])) {
        if (!isFree[other] || done[other]) continue
        done[other] = 1
        part.push(other)
      }
    }
    parts.push(part)
  }
  return parts
}

/** Returns whether the shape falls steeply beside most of the border where it falls. */
function endsAtRim(
  relief: HullRelief,
  part: readonly number[],
  { isFree, flat }: { readonly isFree: Uint8Array; readonly flat: Float32Array },
): boolean {
  const { columns, first, hull } = relief
  let [rims, others] = [0, 0]
  for (const cell of part) {
    const isBorder = [cell - 1, cell + 1, cell - columns, cell + columns].some(
      // The photos' colours have moved a cell below the hull.
      (other) => !isFree[other] && !(flat[other] > first[other]) && hull[other] > hull[cell],
    )
    if (!isBorder) continue
    if (findDeepest(relief, cell) > hull[cell] + rimSlope * rimReach) rims++
    else others++
  }
  return rims > 0 && rims >= rimFraction * (rims + others)
}

/** Returns the deepest layer of the hull near a cell. */
function findDeepest({ columns, rows, hull }: HullRelief, cell: number): number {
  const [column, row] = [cell % columns, Math.floor(cell / columns)]
  let deepest = 0
  for (let y = Math.max(0, row - rimReach); y <= Math.min(rows - 1, row + rimReach); y++) {
    for (
      let x = Math.max(0, column - rimReach);
      x <= Math.min(columns - 1, column + rimReach);
      x++
    ) {
      deepest = Math.max(deepest, hull[y * columns + x])
    }
  }
  return deepest
}

/** Moves the cells of a part to the mean depth of their neighbours, and not above the hull. */
function spanFilm(
  relief: HullRelief,
  part: readonly number[],
  { flat, deepest }: { readonly flat: Float32Array; readonly deepest: Int16Array },
): void {
  const { hull } = relief
  const neighbours = part.map((cell) =>
    listNeighbours(relief, cell).filter((other) => flat[other] - hull[cell] < joinMax),
  )
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const [k, cell] of part.entries()) {
      const beside = neighbours[k]
      if (beside.length === 0) continue
      let sum = 0
      for (const other of beside) sum += flat[other]
      const moved = flat[cell] + relaxation * (sum / beside.length - flat[cell])
      flat[cell] = Math.max(hull[cell], Math.min(deepest[cell], moved))
    }
  }
}

type Eye = { readonly column: number; readonly row: number; readonly height: number }

/** Returns the centres of the lowest cameras, in cells and layers. */
function listLowEyes(relief: HullRelief, views: readonly ScanView[]): Eye[] {
  const { step, origin, across, up, toViewer } = relief
  const eyes = views.map(({ pose }) => {
    const eye = getCentre(pose).map((value, k) => value - origin[k])
    const [column, row, height] = [across, up, toViewer].map(
      (axis) => axis.reduce((sum, value, k) => sum + value * eye[k], 0) / step ** 2,
    )
    return { column, row, height }
  })
  const cell = { column: relief.columns / 2, row: relief.rows / 2, depth: 0 }
  return eyes
    .toSorted((a, b) => getSlope(a, cell) - getSlope(b, cell))
    .slice(0, Math.ceil(lowFraction * eyes.length))
}

/** Returns the slope of the line from a point to a camera. */
const getSlope = (
  eye: Eye,
  { column, row, depth }: { readonly column: number; readonly row: number; readonly depth: number },
): number => (eye.height + depth) / Math.hypot(eye.column - column, eye.row - row)

/** Returns the slope of the plane that fits the hull around a cell best. */
function measureSlope({ columns, rows, hull }: HullRelief, cell: number): number {
  const [column, row] = [cell % columns, Math.floor(cell / columns)]
  let [n, sx, sy, sd, xx, yy, xy, xd, yd] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      if (column + x < 0 || row + y < 0 || column + x >= columns || row + y >= rows) continue
      const rise = hull[cell + y * columns + x] - hull[cell]
      if (!(Math.abs(rise) < edgeMin)) continue
      n++
      sx += x
      sy += y
      sd += rise
      xx += x * x
      yy += y * y
      xy += x * y
      xd += x * rise
      yd += y * rise
    }
  }
  xx -= (sx * sx) / n
  yy -= (sy * sy) / n
  xy -= (sx * sy) / n
  xd -= (sx * sd) / n
  yd -= (sy * sd) / n
  const det = xx * yy - xy * xy
  return det > 0 ? Math.hypot((xd * yy - yd * xy) / det, (yd * xx - xd * xy) / det) : Infinity
}

/** Lists the neighbours of a cell, except those that are much deeper. */
function listNeighbours({ columns, layers, first }: HullRelief, cell: number): number[] {
  return [cell - 1, cell + 1, cell - columns, cell + columns].filter(
    (other) => first[other] < layers && first[other] - first[cell] < edgeMin,
  )
}
