import {
  overlap,
  renderView,
  sideAngles,
  rotateSolid,
  type Angle,
  type TriangleSolid,
} from '../engine/views.ts'
import { measureBox } from './scan-scene.ts'

const viewSide = 256
/** Fraction of the picture's width that a square of side 1 around the origin fills. */
const unitFraction = 1 / 1.5
/** Maximum distance of two matching surface points, as a fraction of the longest side. */
const nearFraction = 0.02
/** Maximum width in mm of a thin part of an outline. */
const thinMm = 3.5

export type ScanScore = {
  /** Mean overlap of the outlines from eight sides, after each model is scaled to the same size. */
  readonly sides: number
  readonly overlapMm: number
  /**
   * F-score: the harmonic mean of the fractions of both surfaces that match the other surface, seen
   * from above.
   */
  readonly fscore: number
  /** Fraction of the scanned surface that matches the true surface. */
  readonly precision: number
  /** Fraction of the true surface that matches the scanned surface. */
  readonly recall: number
  readonly sizeErrors: readonly number[]
  /**
   * Fraction of the outline's thin parts that the scanned model also has. NaN for an outline
   * without thin parts.
   */
  readonly thinKept: number
}

/**
 * Compares a scanned model with the true model. Both have y up and are in mm, with the centre of
 * the mat as origin.
 */
export function judgeScan(truth: TriangleSolid, made: TriangleSolid): ScanScore {
  const longest = getLongest(truth)
  const sides = sideAngles.map((angle) =>
    overlap(render(fit(truth), angle), render(fit(made), angle)),
  )
  const [a, b] = [fit(truth), fit(made, truth)]
  const views = sideAngles.map((angle) => [render(a, angle), render(b, angle)] as const)
  const thinPx = ((thinMm / longest) * viewSide * unitFraction) | 0
  const thin = views.map(([own, other]) =>
    countThin(own.visibility.draws, other.visibility.draws, thinPx),
  )
  const thinAll = thin.reduce((sum, { all }) => sum + all, 0)
  const [sizeA, sizeB] = [truth, made].map(getSizes)
  const nearness = [listPoints(a), listPoints(b)]
  const precision = measureNear(nearness[1], nearness[0])
  const recall = measureNear(nearness[0], nearness[1])
  return {
    sides: mean(sides),
    overlapMm: mean(views.map(([own, other]) => overlap(own, other))),
    precision,
    recall,
    fscore: (2 * precision * recall) / Math.max(1e-9, precision + recall),
    sizeErrors: sizeA.map((size, k) => 100 * (sizeB[k] / size - 1)),
    thinKept: thinAll < 40 ? NaN : thin.reduce((sum, { kept }) => sum + kept, 0) / thinAll,
  }
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const render = (solid: TriangleSolid, angle: Angle) => renderView(solid, angle, viewSide)

const getSizes = ({ positions }: TriangleSolid): number[] => {
  const { min, max } = measureBox(positions)
  return max.map((value, k) => value - min[k])
}
const getLongest = (solid: TriangleSolid): number => Math.max(...getSizes(solid))

/**
 * Moves the centre of a solid to the origin, and scales its longest side to 1. With `like`, uses
 * the centre and the scale of that solid.
 */
function fit(solid: TriangleSolid, like = solid): TriangleSolid {
  const { min, max } = measureBox(like.positions)
  const scale = 1 / getLongest(like)
  const centre = min.map((value, k) => (value + max[k]) / 2)
  const positions = solid.positions.map((value, k) => (value - centre[k % 3]) * scale)
  return { positions, indices: solid.indices }
}

/**
 * Counts the pixels in thin parts of an outline, and how many of these pixels the other outline
 * also has. A thin part must be twice as long as the maximum width, because shorter parts are
 * corners of a thick part.
 */
function countThin(own: Int32Array, other: Int32Array, px: number): { all: number; kept: number } {
  const set = Uint8Array.from(own, (draw) => (draw >= 0 ? 1 : 0))
  const opened = slide(slide(set, px, 1), px, 0)
  const open = set.map((value, i) => (value === 1 && opened[i] === 0 ? 1 : 0))
  let [all, kept] = [0, 0]
  for (let start = 0; start < open.length; start++) {
    if (open[start] === 0) continue
    const part = takePart(open, start)
    if (measureLength(part) < 2 * px) continue
    all += part.length
    kept += part.filter((i) => other[i] >= 0).length
  }
  return { all, kept }
}

function takePart(open: Uint8Array, start: number): number[] {
  const part = [start]
  open[start] = 0
  for (let k = 0; k < part.length; k++) {
    for (const step of [-1, 1, -viewSide, viewSide]) {
      const i = part[k] + step
      if (open[i] !== 1) continue
      open[i] = 0
      part.push(i)
    }
  }
  return part
}

function measureLength(part: readonly number[]): number {
  const sizes = [(i: number) => i % viewSide, (i: number) => Math.floor(i / viewSide)].map(
    (read) => {
      const values = part.map(read)
      return Math.max(...values) - Math.min(...values) + 1
    },
  )
  return Math.hypot(...sizes)
}

/**
 * Erodes (1) or dilates (0) a mask by a square of `px` pixels. Doing both does not move the
 * outline.
 */
function slide(set: Uint8Array, px: number, wanted: 0 | 1): Uint8Array {
  let from = set
  for (const stride of [1, viewSide]) {
    const to = new Uint8Array(set.length)
    for (let i = 0; i < set.length; i++) {
      let isAll = true
      for (let k = 0; k < px && isAll; k++) {
        const at = wanted ? i + k * stride : i - k * stride
        if ((from[at] ?? 0) !== wanted) isAll = false
      }
      to[i] = isAll ? wanted : 1 - wanted
    }
    from = to
  }
  return from
}

const pointAngles: readonly Angle[] = [
  ...[0, 45, 90, 135, 180, 225, 270, 315].flatMap((yaw) => [
    { yaw, pitch: 8 },
    { yaw: yaw + 20, pitch: 42 },
  ]),
  { yaw: 0, pitch: 88 },
]

function listPoints(solid: TriangleSolid): Float32Array {
  const points: number[] = []
  const side = 128
  for (const angle of pointAngles) {
    const { visibility } = renderView(solid, angle, side)
    const seen: number[] = []
    for (let i = 0; i < side * side; i += 3) {
      if (visibility.draws[i] < 0) continue
      const x = ((i % side) + 0.5 - side / 2) / (side * unitFraction)
      const y = (side / 2 - Math.floor(i / side) - 0.5) / (side * unitFraction)
      seen.push(x, y, visibility.nearest[i])
    }
    const level = rotateSolid(
      { positions: Float32Array.from(seen), indices: new Uint32Array() },
      { yaw: 0, pitch: -angle.pitch },
    )
    const back = rotateSolid(level, { yaw: -angle.yaw, pitch: 0 })
    for (const value of back.positions) points.push(value)
  }
  return Float32Array.from(points)
}

const toCell = (value: number) => Math.floor(value / nearFraction) + 512
const toKey = (x: number, y: number, z: number) => (x * 1024 + y) * 1024 + z

function measureNear(points: Float32Array, others: Float32Array): number {
  const cells = new Map<number, number[]>()
  for (let k = 0; k < others.length; k += 3) {
    const key = toKey(toCell(others[k]), toCell(others[k + 1]), toCell(others[k + 2]))
    const list = cells.get(key)
    if (list) list.push(k)
    else cells.set(key, [k])
  }
  let near = 0
  for (let k = 0; k < points.length; k += 3) {
    if (hasNear([points[k], points[k + 1], points[k + 2]])) near++
  }
  return near / Math.max(1, points.length / 3)

  function hasNear([x, y, z]: readonly [number, number, number]): boolean {
    for (let cell = 0; cell < 27; cell++) {
      const key = toKey(
        toCell(x) + (cell % 3) - 1,
        toCell(y) + (Math.floor(cell / 3) % 3) - 1,
        toCell(z) + Math.floor(cell / 9) - 1,
      )
      for (const k of cells.get(key) ?? []) {
        const distance = Math.hypot(others[k] - x, others[k + 1] - y, others[k + 2] - z)
        if (distance <= nearFraction) return true
      }
    }
    return false
  }
}
