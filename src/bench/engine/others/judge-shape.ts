import {
  centreDepth,
  renderView,
  normalError,
  overlap,
  getSolidSize,
  sideAngles,
  type Angle,
  type RenderedView,
  type TriangleSolid,
} from '../views.ts'

export type Looks = {
  readonly front: RenderedView
  readonly sides: readonly RenderedView[]
  readonly points: Float32Array
  readonly extent: readonly [number, number, number]
}

/** Similarity of a solid to the true solid. Lengths are fractions of the front's long side. */
export type Nearness = {
  readonly front: number
  readonly sides: number
  readonly depthRatio: number
  /**
   * Mean distance between the visible surfaces along the line of sight, as a fraction of the
   * front's long side.
   */
  readonly depthError: number
  /** Mean angle between the two surfaces over all views, in degrees. */
  readonly normals: number
  /**
   * F-score of the surface points, 0 to 1. Two points match if their distance is below a twentieth
   * of the long side.
   */
  readonly fScore: number
}

export const viewSide = 128
const frontAngle: Angle = { yaw: 0, pitch: 0 }
const pointsStep = 3
const fScoreDistance = 0.05

/** Renders a solid from all directions, in the position and size that the engine uses. */
export function lookAround(given: TriangleSolid): Looks {
  const solid = centreDepth(given)
  const angles = [frontAngle, ...sideAngles, { yaw: 180, pitch: 0 }]
  const seen = angles.map((angle) => renderView(solid, angle, viewSide))
  const points = seen.flatMap((each, k) => surfacePoints(each, angles[k]))
  return {
    front: seen[0],
    sides: seen.slice(1, -1),
    points: Float32Array.from(points),
    extent: getSolidSize(solid),
  }
}

export function judgeShape(truth: Looks, made: Looks): Nearness {
  const count = truth.sides.length
  let sides = 0
  let normals = normalError(truth.front, made.front)
  for (let k = 0; k < count; k++) {
    sides += overlap(truth.sides[k], made.sides[k])
    normals += normalError(truth.sides[k], made.sides[k])
  }
  return {
    front: overlap(truth.front, made.front),
    sides: sides / count,
    depthRatio: made.extent[2] / truth.extent[2],
    depthError: depthError(truth.front, made.front),
    normals: normals / (count + 1),
    fScore: fScore(truth.points, made.points),
  }
}

function depthError(truth: RenderedView, made: RenderedView): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < truth.visibility.draws.length; i++) {
    if (truth.visibility.draws[i] < 0 || made.visibility.draws[i] < 0) continue
    sum += Math.abs(truth.visibility.nearest[i] - made.visibility.nearest[i])
    count++
  }
  return sum / Math.max(1, count)
}

function surfacePoints(
  { visibility: { side, draws, nearest } }: RenderedView,
  { yaw, pitch }: Angle,
) {
  const points: number[] = []
  const [sy, cy] = [Math.sin((-yaw * Math.PI) / 180), Math.cos((-yaw * Math.PI) / 180)]
  const [sp, cp] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)]
  for (let y = 0; y < side; y += pointsStep) {
    for (let x = 0; x < side; x += pointsStep) {
      const i = y * side + x
      if (draws[i] < 0) continue
      const [px, v, w] = [
        ((x + 0.5) / side - 0.5) * 1.5,
        (0.5 - (y + 0.5) / side) * 1.5,
        nearest[i],
      ]
      const [py, pz] = [v * cp + w * sp, w * cp - v * sp]
      points.push(px * cy - pz * sy, py, pz * cy + px * sy)
    }
  }
  return points
}

function fScore(truth: Float32Array, made: Float32Array): number {
  const precision = fractionNear(made, truth)
  const recall = fractionNear(truth, made)
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0
}

const cell = (value: number) => Math.floor(value / fScoreDistance) + 128
const key = (x: number, y: number, z: number) => (x << 18) | (y << 9) | z

function fractionNear(points: Float32Array, others: Float32Array): number {
  const cells = new Map<number, number[]>()
  for (let k = 0; k < others.length; k += 3) {
    const at = key(cell(others[k]), cell(others[k + 1]), cell(others[k + 2]))
    const list = cells.get(at)
    if (list) list.push(k)
    else cells.set(at, [k])
  }
  const hasNear = (k: number) => {
    const [x, y, z] = [cell(points[k]), cell(points[k + 1]), cell(points[k + 2])]
    for (let n = 0; n < 27; n++) {
      const at = key(x + (n % 3) - 1, y + (Math.floor(n / 3) % 3) - 1, z + Math.floor(n / 9) - 1)
      for (const o of cells.get(at) ?? []) {
        const d = Math.hypot(
          points[k] - others[o],
          points[k + 1] - others[o + 1],
          points[k + 2] - others[o + 2],
        )
        if (d < fScoreDistance) return true
      }
    }
    return false
  }
  let near = 0
  for (let k = 0; k < points.length; k += 3) if (hasNear(k)) near++
  return near / Math.max(1, points.length / 3)
}
