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

/** How far a leg lies from the body's middle, in its own radii. */
const offsets = [1, 2.5] as const

/** Legs of the near side are at most this many times as thick as those of the far side. */
const nearMost = 1.5
/** Over this many times the radius they move away from the body's middle. */
const nearSoftness = 0.7

type LegPlacement = {
  readonly grid: GeometryGrid
  readonly legs: LegsApart
  /** Factor on the depth. */
  readonly thickness: number
}

/**
 * Moves the legs of the far side behind the middle of the body, and those of the near side before
 * it: each as round as it is wide, and flush with the body's side. What lies before a far leg ends
 * there as it does at the silhouette.
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
    const offset = offsetOf(heights.front, { nodes, grid, radius: radius * thickness })
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
  /** 1 for those of the leg. */
  readonly nodes: Uint8Array
  readonly grid: GeometryGrid
  /** Of the leg, in nodes. */
  readonly radius: number
}

/** So far from the middle that a leg is flush with the side of what it comes out from behind of. */
function offsetOf(front: Plane, { nodes, grid: { inside }, radius }: LegNodes): number {
  const beside = heightsBeside(
    front,
    (i) => inside[i] === 1 && nodes[i] === 0,
    (i) => nodes[i] === 1,
  )
  const side = Math.max(0, beside.at(-1) ?? 0)
  return clamp(side - radius, offsets[0] * radius, offsets[1] * radius)
}

/** The radii of a leg that goes on, as thick as it is, behind what lies before it. */
function depthBehind(
  nodes: Uint8Array,
  { width, height, phi }: GeometryGrid,
  radius: number,
): Plane {
  const depth = createPlane(width, height)
  for (let i = 0; i < nodes.length; i++) if (nodes[i]) depth.data[i] = Math.min(phi.data[i], radius)
  return depth
}
