import { clamp } from '#lib/clamp.ts'
import { ballEnvelope } from '../../raster/ball-envelope.ts'
import { copyPlane, createPlane, type Plane } from '../../raster/plane.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import { depthWithin } from './depth-within.ts'
import { heightsBeside } from './heights-beside.ts'
import type { LegsApart } from './legs-apart.ts'
import { roundLimb } from './round-limb.ts'
import { softenSteps } from './soften-steps.ts'

/** Bounds of a leg's distance from the body's middle, in radii of the leg. */
const offsets = [1, 2.5] as const

/** Upper bound of a near leg's thickness relative to a far leg. */
const nearMost = 1.5
/** Near legs move away from the body's middle gradually over this distance, in radii. */
const nearSoftness = 0.7

type LegPlacement = {
  readonly grid: GeometryGrid
  readonly legs: LegsApart
  readonly thickness: number
}

/**
 * Moves far legs behind the middle of the body and near legs in front of it, each as thick as wide
 * and flush with the body's side. The part in front of a far leg closes as at the silhouette.
 */
export function pushBack(
  heights: Heights,
  { grid, legs: { far, near }, thickness }: LegPlacement,
): Heights {
  const { width, height, inside, phi } = grid
  const front = copyPlane(heights.front)
  const back = copyPlane(heights.back)
  const isFar = createPlane(width, height)
  let [most, widest] = [0, 0]
  for (const { nodes, radius } of far) {
    const offset = getOffset(heights.front, { nodes, grid, radius: radius * thickness })
    const round = roundLimb(depthBehind(nodes, grid, radius), radius)
    most = Math.max(most, offset)
    widest = Math.max(widest, radius)
    for (let i = 0; i < inside.length; i++) {
      if (!nodes[i]) continue
      isFar.data[i] = 1
      front.data[i] = round[i] * thickness - offset
      back.data[i] = round[i] * thickness + offset
    }
  }
  const rest = depthWithin(grid, (i) => isFar.data[i] === 0)
  const ending = ballEnvelope(rest).data
  const whole = ballEnvelope(phi).data
  for (let i = 0; i < inside.length; i++) rest.data[i] = Math.min(rest.data[i], nearMost * widest)
  const round = roundLimb(rest, widest)
  const weight = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) weight.data[i] = inside[i] && !isFar.data[i] ? 1 : 0
  const fraction = weightedBlur(near, weight, nearSoftness * widest).data
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i] || isFar.data[i]) continue
    front.data[i] *= Math.min(1, ending[i] / Math.max(1e-3, whole[i]))
    const own = round[i] * thickness
    front.data[i] += (own - front.data[i] + most) * fraction[i]
    back.data[i] += (own - back.data[i] - most) * fraction[i]
  }
  softenSteps({ front, back }, isFar, grid)
  return { front, back }
}

type LegNodes = {
  readonly nodes: Uint8Array
  readonly grid: GeometryGrid
  readonly radius: number
}

/**
 * Returns the distance from the middle at which a leg is flush with the side of the body in front
 * of it.
 */
function getOffset(front: Plane, { nodes, grid: { inside }, radius }: LegNodes): number {
  const beside = heightsBeside(
    front,
    (i) => inside[i] === 1 && nodes[i] === 0,
    (i) => nodes[i] === 1,
  )
  const side = Math.max(0, beside.at(-1) ?? 0)
  return clamp(side - radius, offsets[0] * radius, offsets[1] * radius)
}

/**
 * Returns the radius of the inscribed ball at each node of a leg, as if the leg continued behind
 * the part in front with constant thickness.
 */
function depthBehind(
  nodes: Uint8Array,
  { width, height, phi }: GeometryGrid,
  radius: number,
): Plane {
  const depth = createPlane(width, height)
  for (let i = 0; i < nodes.length; i++) if (nodes[i]) depth.data[i] = Math.min(phi.data[i], radius)
  return depth
}
