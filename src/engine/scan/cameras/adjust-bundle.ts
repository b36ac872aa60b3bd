import type { PointPair } from '../markers/homography.ts'
import { solveLinear } from '../solve-linear.ts'
import { turn } from './estimate-pose.ts'
import { type Lens, type Pose, project } from './lens.ts'

/** Points of the mat (mm) and their positions in one photo (px), with the camera's pose. */
export type View = { readonly points: readonly PointPair[]; pose: Pose }

type Options = {
  /**
   * Residuals above this, in px, count linearly instead of squared, to limit the effect of outliers
   * (P. Huber, 1964).
   */
  readonly huber: number
  readonly centre: { readonly cx: number; readonly cy: number; readonly width: number }
  readonly rounds?: number
}

const lensSize = 4
const poseSize = 6

/**
 * Adjusts the lens and all poses together to a minimal sum of squared residuals (bundle adjustment;
 * Triggs et al., Bundle Adjustment — A Modern Synthesis, 2000). Changes the poses of `views`.
 */
export function adjustBundle(
  lens: Lens,
  views: readonly View[],
  { huber, centre, rounds = 12 }: Options,
): Lens {
  const priors = {
    weights: [0, 1 / 0.05 ** 2, 1 / (0.01 * centre.width) ** 2, 1 / (0.01 * centre.width) ** 2],
    values: [0, 0, centre.cx, centre.cy],
  }
  const getCost = (tried: Lens, poses: readonly Pose[]) => {
    const own = [0, tried.k1, tried.cx, tried.cy]
    let cost = 0
    for (let k = 1; k < lensSize; k++) cost += priors.weights[k] * (own[k] - priors.values[k]) ** 2
    for (const [i, { points }] of views.entries()) {
      for (const [x, y, u, v] of points) {
        const [px, py] = project(tried, poses[i], x, y, 0)
        const residual = Math.hypot(px - u, py - v)
        cost += residual < huber ? residual * residual : huber * (2 * residual - huber)
      }
    }
    return cost
  }
  let best = lens
  let damping = 1e-3
  let cost = getCost(
    best,
    views.map(({ pose }) => pose),
  )
  for (let round = 0; round < rounds; round++) {
    const system = linearise(best, views, { priors, huber })
    let gain = 0
    for (let attempt = 0; attempt < 6 && gain === 0; attempt++) {
      const step = solveStep(system, damping)
      const tried = step && moveLens(best, step.lens)
      const poses = step && views.map(({ pose }, i) => movePose(pose, step.poses[i]))
      const reached = tried && poses ? getCost(tried, poses) : Infinity
      if (!tried || !poses || !(reached < cost)) {
        damping *= 10
        continue
      }
      gain = cost - reached
      cost = reached
      best = tried
      for (const [i, pose] of poses.entries()) views[i].pose = pose
      damping = Math.max(damping / 10, 1e-9)
    }
    if (gain <= 1e-7 * cost) break
  }
  return best
}

const moveLens = (lens: Lens, step: Float64Array): Lens => ({
  f: lens.f + step[0],
  k1: lens.k1 + step[1],
  cx: lens.cx + step[2],
  cy: lens.cy + step[3],
})

const movePose = ({ rotation, shift }: Pose, step: Float64Array): Pose => ({
  rotation: turn(rotation, [step[0], step[1], step[2]]),
  shift: shift.map((value, k) => value + step[3 + k]),
})

type System = {
  readonly lens: Float64Array
  readonly lensRight: Float64Array
  readonly views: readonly {
    readonly pose: Float64Array
    readonly both: Float64Array
    readonly right: Float64Array
  }[]
}

type Weighting = {
  readonly priors: { readonly weights: readonly number[]; readonly values: readonly number[] }
  readonly huber: number
}

function linearise(lens: Lens, views: readonly View[], { priors, huber }: Weighting): System {
  const own = [0, lens.k1, lens.cx, lens.cy]
  const lensBlock = new Float64Array(lensSize * lensSize)
  const lensRight = new Float64Array(lensSize)
  for (let k = 1; k < lensSize; k++) {
    lensBlock[k * lensSize + k] = priors.weights[k]
    lensRight[k] = -priors.weights[k] * (own[k] - priors.values[k])
  }
  const blocks = views.map(({ points, pose }) => {
    const block = {
      pose: new Float64Array(poseSize * poseSize),
      both: new Float64Array(lensSize * poseSize),
      right: new Float64Array(poseSize),
    }
    const addRow = (error: number, weight: number) => {
      for (let r = 0; r < poseSize; r++) {
        block.right[r] += weight * poseRow[r] * error
        for (let c = 0; c < poseSize; c++) {
          block.pose[r * poseSize + c] += weight * poseRow[r] * poseRow[c]
        }
      }
      for (let k = 0; k < lensSize; k++) {
        lensRight[k] += weight * lensRow[k] * error
        for (let r = 0; r < poseSize; r++) {
          block.both[k * poseSize + r] += weight * lensRow[k] * poseRow[r]
        }
        for (let l = 0; l < lensSize; l++) {
          lensBlock[k * lensSize + l] += weight * lensRow[k] * lensRow[l]
        }
      }
    }
    for (const point of points) addPoint(lens, pose, { point, huber, addRow })
    return block
  })
  return { lens: lensBlock, lensRight, views: blocks }
}

const poseRow = new Float64Array(poseSize)
const lensRow = new Float64Array(lensSize)

type Adding = {
  readonly point: PointPair
  readonly huber: number
  readonly addRow: (error: number, weight: number) => void
}

function addPoint(
  lens: Lens,
  { rotation: r, shift }: Pose,
  { point, huber, addRow }: Adding,
): void {
  const [x, y, u, v] = point
  const turned = [r[0] * x + r[1] * y, r[3] * x + r[4] * y, r[6] * x + r[7] * y]
  const depth = turned[2] + shift[2]
  const a = (turned[0] + shift[0]) / depth
  const b = (turned[1] + shift[1]) / depth
  const squared = a * a + b * b
  const bent = 1 + lens.k1 * squared
  const errors = [u - (lens.f * a * bent + lens.cx), v - (lens.f * b * bent + lens.cy)]
  const error = Math.hypot(...errors)
  const weight = error < huber ? 1 : huber / error
  const mixed = 2 * lens.f * lens.k1 * a * b
  const byA = [lens.f * (bent + 2 * lens.k1 * a * a), mixed]
  const byB = [mixed, lens.f * (bent + 2 * lens.k1 * b * b)]
  for (let k = 0; k < 2; k++) {
    const byX = byA[k] / depth
    const byY = byB[k] / depth
    const byZ = -(byA[k] * a + byB[k] * b) / depth
    poseRow[0] = byZ * turned[1] - byY * turned[2]
    poseRow[1] = byX * turned[2] - byZ * turned[0]
    poseRow[2] = byY * turned[0] - byX * turned[1]
    poseRow[3] = byX
    poseRow[4] = byY
    poseRow[5] = byZ
    const own = k === 0 ? a : b
    lensRow[0] = own * bent
    lensRow[1] = lens.f * own * squared
    lensRow[2] = 1 - k
    lensRow[3] = k
    addRow(errors[k], weight)
  }
}

type Step = { readonly lens: Float64Array; readonly poses: readonly Float64Array[] }

function solveStep(system: System, damping: number): Step | undefined {
  const reduced = system.lens.slice()
  const right = system.lensRight.slice()
  for (let k = 0; k < lensSize; k++) reduced[k * lensSize + k] *= 1 + damping
  const eliminated: { own: Float64Array; byLens: Float64Array[] }[] = []
  for (const { pose, both, right: poseRight } of system.views) {
    const damped = pose.slice()
    for (let r = 0; r < poseSize; r++) damped[r * poseSize + r] *= 1 + damping
    const own = solveLinear(damped.slice(), poseRight.slice())
    const byLens: Float64Array[] = []
    for (let k = 0; k < lensSize; k++) {
      const column = both.slice(k * poseSize, (k + 1) * poseSize)
      byLens.push(solveLinear(damped.slice(), column) ?? new Float64Array(poseSize))
    }
    if (!own) return undefined
    for (let k = 0; k < lensSize; k++) {
      for (let r = 0; r < poseSize; r++) {
        right[k] -= both[k * poseSize + r] * own[r]
        for (let l = 0; l < lensSize; l++) {
          reduced[k * lensSize + l] -= both[k * poseSize + r] * byLens[l][r]
        }
      }
    }
    eliminated.push({ own, byLens })
  }
  const lens = solveLinear(reduced, right)
  if (!lens) return undefined
  const poses = eliminated.map(({ own, byLens }) =>
    own.map((value, r) => byLens.reduce((rest, column, k) => rest - lens[k] * column[r], value)),
  )
  return { lens, poses }
}
