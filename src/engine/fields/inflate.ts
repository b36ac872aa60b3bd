import { clamp } from '#lib/clamp.ts'
import { ballEnvelope } from '../raster/ball-envelope.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { Heights, ShapeInput } from './heights.ts'
import { lightnessDetail } from './lightness-detail.ts'
import { solvePoisson } from './poisson.ts'
import { boxWeight } from './statistics.ts'

/** Puffs the silhouette up, lets parts between creases bulge, and adds relief from lightness. */
export function inflate(input: ShapeInput): Heights {
  const { grid, isFrontal, detail } = input
  const { width, height, inside, phi, radius } = grid
  const solution = solvePoisson(grid, input.openEnds)
  const balls = roundHeights(input)
  const whole = makeRound(rootOf(solution, inside), input, balls)
  const factor = depthFactor(input, whole)
  const base = createPlane(width, height)
  for (let i = 0; i < whole.length; i++) base.data[i] = whole[i] * factor
  const parts = partRelief(input, { solution, whole, balls, factor })
  squareOff(input, base)

  const fine = lightnessDetail(input)
  // Walls are flat: what is painted on them stands out but a little.
  const partShare = 1 - 0.8 * boxWeight(input.statistics)
  const front = createPlane(width, height)
  const back = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const depth = phi.data[i]
    const bulge = parts.data[i] * partShare * smoothstep(0, 0.06 * radius, depth)
    const relief =
      fine.data[i] * radius * 0.045 * detail * smoothstep(0.03 * radius, 0.4 * radius, depth)
    const level = base.data[i]
    front.data[i] = Math.max(level * 0.4, level + bulge + relief)
    back.data[i] = isFrontal
      ? level * 0.92
      : Math.max(level * 0.4, level + bulge * 0.8 + relief * 0.6)
  }
  soften(front, input, 0.9)
  soften(back, input, isFrontal ? 1.5 : 0.9)
  return { front, back }
}

/** Limits and regions leave small steps: smooths them, but not the rim. */
function soften(heights: Plane, { grid, weight }: ShapeInput, sigma: number): void {
  const { inside, phi } = grid
  const smooth = weightedBlur(heights, weight, sigma)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const share = smoothstep(1.5, 4, phi.data[i])
    heights.data[i] += (smooth.data[i] - heights.data[i]) * share
  }
}

function rootOf(solution: Float64Array, inside: Uint8Array): Float32Array {
  const root = new Float32Array(solution.length)
  for (let i = 0; i < root.length; i++) {
    if (inside[i]) root[i] = Math.sqrt(Math.max(0, solution[i]))
  }
  return root
}

type Roundness = { readonly wanted: Plane; readonly sigma: number }

/** The smoothed height of the balls that fit into the silhouette. */
function roundHeights({ grid, weight }: ShapeInput): Roundness {
  const sigma = Math.max(2, 0.12 * grid.radius)
  return { wanted: weightedBlur(ballEnvelope(grid.phi), weight, sigma), sigma }
}

/**
 * Scales the solution, which is too flat for discs and too thick where limbs join, to the thickness
 * of the balls that fit in: smoothly, so that their creases do not show.
 */
function makeRound(
  whole: Float32Array,
  { grid, weight }: ShapeInput,
  { wanted, sigma }: Roundness,
): Float32Array {
  const { width, height, inside } = grid
  const have = weightedBlur({ width, height, data: whole }, weight, sigma).data
  const round = new Float32Array(whole.length)
  for (let i = 0; i < whole.length; i++) {
    if (!inside[i]) continue
    round[i] = whole[i] * clamp(wanted.data[i] / Math.max(1e-3, have[i]), 0.6, 1.6)
  }
  return round
}

/** Scales the solution so that the object is never much deeper than it is wide. */
function depthFactor({ thickness, statistics }: ShapeInput, whole: Float32Array): number {
  let highest = 1e-6
  for (const value of whole) if (value > highest) highest = value
  const shortSide = Math.min(statistics.bounds.width, statistics.bounds.height)
  return Math.min(thickness, (0.46 * shortSide * thickness) / highest)
}

/** What solving with creases adds, limited so that enclosed regions do not become towers. */
function partRelief(
  input: ShapeInput,
  {
    solution,
    whole,
    balls,
    factor,
  }: { solution: Float64Array; whole: Float32Array; balls: Roundness; factor: number },
): Plane {
  const { grid, weight, enclosed, openEnds, detail } = input
  const { width, height, inside, radius } = grid
  if (detail === 0) return createPlane(width, height)
  const creases = findCreases(input)
  const parting = { creases, sharpness: 0.09 * radius * detail, start: solution }
  const parted = makeRound(rootOf(solvePoisson(grid, openEnds, parting), inside), input, balls)
  let wholeSum = 0
  let partedSum = 0
  for (let i = 0; i < whole.length; i++) {
    wholeSum += whole[i]
    partedSum += parted[i]
  }
  const ratio = wholeSum / (partedSum || 1)
  const outMost = 0.12 * radius * detail + 1e-6
  const inMost = 0.19 * radius * detail + 1e-6
  const relief = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const delta = (parted[i] * ratio - whole[i]) * factor
    const limit = delta <= 0 ? inMost : enclosed[i] ? outMost * 0.6 : outMost
    relief.data[i] = limit * Math.tanh(delta / limit)
  }
  return weightedBlur(relief, weight, Math.max(0.9, 0.022 * radius))
}

/** Colour contrast beyond what is usual around it: a pattern all over is no crease. */
function findCreases({ grid, lab, weight }: ShapeInput): Float32Array {
  const { width, height, inside, phi, radius } = grid
  const [l, a, b] = [lab[0].data, lab[1].data, lab[2].data]
  const contrast = createPlane(width, height)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (!inside[i]) continue
      const lx = l[i + 1] - l[i - 1]
      const ax = a[i + 1] - a[i - 1]
      const bx = b[i + 1] - b[i - 1]
      const ly = l[i + width] - l[i - width]
      const ay = a[i + width] - a[i - width]
      const by = b[i + width] - b[i - width]
      contrast.data[i] = Math.sqrt(lx * lx + ax * ax + bx * bx + ly * ly + ay * ay + by * by)
    }
  }
  const usual = weightedBlur(contrast, weight, Math.max(3, radius * 0.22))
  const creases = contrast.data
  for (let i = 0; i < creases.length; i++) {
    if (!inside[i]) continue
    const excess = Math.max(0, creases[i] - 0.9 * usual.data[i])
    creases[i] = excess * smoothstep(0.02 * radius, 0.12 * radius, phi.data[i])
  }
  return creases
}

/** Moves the profile towards a plate with rounded edges, as far as the outline is box-like. */
function squareOff({ grid, weight, statistics, thickness }: ShapeInput, base: Plane): void {
  const { width, height, inside, phi, radius } = grid
  const share = boxWeight(statistics)
  if (share === 0 || radius <= 4) return
  const shortSide = Math.min(statistics.bounds.width, statistics.bounds.height)
  const { width: wide, height: high } = statistics.bounds
  // What lies low is mostly deeper than it is high: cars, sofas, chests.
  const plateau = (0.42 + 0.16 * smoothstep(1.3, 2.2, wide / high)) * shortSide * thickness
  const edge = 0.15 * radius
  const localRadius = maxFilter(phi, Math.max(2, Math.round(0.35 * radius)))
  const profile = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const short = 1 - Math.min(1, phi.data[i] / edge)
    profile.data[i] = Math.min(
      2.2 * localRadius.data[i],
      plateau * Math.sqrt(Math.max(0, 1 - short * short)),
    )
  }
  const smooth = weightedBlur(profile, weight, Math.max(1, 0.04 * radius))
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const inward = smoothstep(0.05 * radius, 0.2 * radius, phi.data[i])
    const box = profile.data[i] + (smooth.data[i] - profile.data[i]) * inward
    base.data[i] += (box - base.data[i]) * share
  }
}
