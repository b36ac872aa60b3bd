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

/**
 * Unit “radii”: multiples of `grid.radius`, the radius of the largest disc inside the silhouette.
 * Values without an explanation gave the most overlap with models of known shape (`npm run bench --
 * engine`).
 */

/**
 * Fraction by which the relief of parts is reduced on boxes, whose flat sides have paint rather
 * than relief.
 */
const flatWallDamping = 0.8
/** Distance from the rim over which parts rise to their full height, in radii. */
const partRise = 0.06
/** Height of the relief made from lightness, in radii at full detail. */
const lightnessRelief = 0.045
/** Range of distances from the rim over which the lightness relief fades in, in radii. */
const lightnessRise = [0.03, 0.4] as const
/**
 * Minimum height of creases, as a fraction of the inflated height. Deeper creases would cut thin
 * parts off.
 */
const heightMin = 0.4
/** Depth of the plain back of an object seen from its front, as a fraction of the front's depth. */
const frontalBack = 0.92
/** Strength of the relief on a back that mirrors the front, as fractions of the front's relief. */
const twinBack = { parts: 0.8, lightness: 0.6 } as const
/** Blur (sigma, cells) that hides steps between regions. Plain backs tolerate more blur. */
const softening = { detailed: 0.9, plain: 1.5 } as const
/**
 * Range of distances from the rim over which the blur fades in, in cells. Blurring at the rim would
 * shrink the outline.
 */
const softeningRise = [1.5, 4] as const

/**
 * Makes heights from the silhouette. Areas between creases bulge as separate parts, and lightness
 * adds relief.
 */
export function inflate(input: ShapeInput): Heights {
  const { grid, isFrontal, detail } = input
  const { width, height, inside, phi, radius } = grid
  const solution = solvePoisson(grid, input.openEnds)
  const balls = roundHeights(input)
  const whole = makeRound(getRoot(solution, inside), input, balls)
  const factor = depthFactor(input, whole)
  const base = createPlane(width, height)
  for (let i = 0; i < whole.length; i++) base.data[i] = whole[i] * factor
  const parts = partRelief(input, { solution, whole, balls, factor })
  squareOff(input, base)

  const fine = lightnessDetail(input)
  const partFraction = 1 - flatWallDamping * boxFraction(input)
  const front = createPlane(width, height)
  const back = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const depth = phi.data[i]
    const bulge = parts.data[i] * partFraction * smoothstep(0, partRise * radius, depth)
    const relief =
      fine.data[i] *
      radius *
      lightnessRelief *
      detail *
      smoothstep(lightnessRise[0] * radius, lightnessRise[1] * radius, depth)
    const level = base.data[i]
    front.data[i] = Math.max(level * heightMin, level + bulge + relief)
    back.data[i] = isFrontal
      ? level * frontalBack
      : Math.max(level * heightMin, level + bulge * twinBack.parts + relief * twinBack.lightness)
  }
  soften(front, input, softening.detailed)
  soften(back, input, isFrontal ? softening.plain : softening.detailed)
  return { front, back }
}

function soften(heights: Plane, { grid, weight }: ShapeInput, sigma: number): void {
  const { inside, phi } = grid
  const smooth = weightedBlur(heights, weight, sigma)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const fraction = smoothstep(softeningRise[0], softeningRise[1], phi.data[i])
    heights.data[i] += (smooth.data[i] - heights.data[i]) * fraction
  }
}

function getRoot(solution: Float64Array, inside: Uint8Array): Float32Array {
  const root = new Float32Array(solution.length)
  for (let i = 0; i < root.length; i++) {
    if (inside[i]) root[i] = Math.sqrt(Math.max(0, solution[i]))
  }
  return root
}

type Roundness = { readonly wanted: Plane; readonly sigma: number }

const ballBlur = { radii: 0.12, cellsMin: 2 } as const

function roundHeights({ grid, weight }: ShapeInput): Roundness {
  const sigma = Math.max(ballBlur.cellsMin, ballBlur.radii * grid.radius)
  return { wanted: weightedBlur(ballEnvelope(grid.phi), weight, sigma), sigma }
}

const roundingRange = [0.6, 1.6] as const

/**
 * Scales the Poisson solution to the thickness of inscribed balls. Otherwise discs are too flat,
 * and places where limbs join are too thick.
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
    round[i] =
      whole[i] * clamp(wanted.data[i] / Math.max(1e-3, have[i]), roundingRange[0], roundingRange[1])
  }
  return round
}

/**
 * Largest half depth as a fraction of the shorter side. At 0.5 the object would be as deep as wide,
 * which looks too deep.
 */
const halfDepthMax = 0.46

function depthFactor({ thickness, statistics }: ShapeInput, whole: Float32Array): number {
  let highest = 1e-6
  for (const value of whole) if (value > highest) highest = value
  const shortSide = Math.min(statistics.bounds.width, statistics.bounds.height)
  return Math.min(thickness, (halfDepthMax * shortSide * thickness) / highest)
}

/** Depth of a crease per unit of colour contrast, in radii at full detail. */
const creaseSharpness = 0.09
/**
 * Limits of the relief of parts, in radii at full detail: `out` for bulges, `in` for creases. In
 * enclosed regions such as eyes, `out` is multiplied by `enclosed`.
 */
const partLimits = { out: 0.12, in: 0.19, enclosed: 0.6 } as const
const partBlur = { radii: 0.022, cellsMin: 0.9 } as const

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
  const parting = { creases, sharpness: creaseSharpness * radius * detail, start: solution }
  const parted = makeRound(getRoot(solvePoisson(grid, openEnds, parting), inside), input, balls)
  let wholeSum = 0
  let partedSum = 0
  for (let i = 0; i < whole.length; i++) {
    wholeSum += whole[i]
    partedSum += parted[i]
  }
  const ratio = wholeSum / (partedSum || 1)
  const outMost = partLimits.out * radius * detail + 1e-6
  const inMost = partLimits.in * radius * detail + 1e-6
  const relief = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const delta = (parted[i] * ratio - whole[i]) * factor
    const limit = delta <= 0 ? inMost : enclosed[i] ? outMost * partLimits.enclosed : outMost
    relief.data[i] = limit * Math.tanh(delta / limit)
  }
  return weightedBlur(relief, weight, Math.max(partBlur.cellsMin, partBlur.radii * radius))
}

/**
 * Contrast below `ignored` times the local average is a pattern and makes no crease. `radii`
 * (sigma) is the size of the average, at least `cellsMin` cells.
 */
const pattern = { radii: 0.22, cellsMin: 3, ignored: 0.9 } as const
/**
 * Range of distances from the rim over which creases fade in, in radii. Contrast at the outline
 * does not separate parts.
 */
const creaseRise = [0.02, 0.12] as const

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
  const usual = weightedBlur(contrast, weight, Math.max(pattern.cellsMin, pattern.radii * radius))
  const creases = contrast.data
  for (let i = 0; i < creases.length; i++) {
    if (!inside[i]) continue
    const excess = Math.max(0, creases[i] - pattern.ignored * usual.data[i])
    creases[i] = excess * smoothstep(creaseRise[0] * radius, creaseRise[1] * radius, phi.data[i])
  }
  return creases
}

/**
 * Half the depth of a box as a fraction of its shorter side. `lowExtra` is added for boxes wider
 * than high.
 */
const boxDepth = { upright: 0.42, lowExtra: 0.16 } as const
/** Range of the ratio of width to height over which `lowExtra` fades in. */
const lowAspect = [1.3, 2.2] as const
const boxEdge = 0.15
const localWidth = { radii: 0.35, depthMax: 2.2 } as const
const boxBlur = { radii: 0.04, rise: [0.05, 0.2] } as const
/** Half the depth and the edge radius of a vehicle, as fractions of its length. */
const vehicle = { halfDepth: 0.22, edge: 0.012 } as const

const boxFraction = ({ statistics, isOnWheels }: ShapeInput) =>
  isOnWheels ? 1 : boxWeight(statistics)

function squareOff(input: ShapeInput, base: Plane): void {
  const { grid, weight, statistics, thickness, isOnWheels } = input
  const { width, height, inside, phi, radius } = grid
  const fraction = boxFraction(input)
  if (fraction === 0 || radius <= 4) return
  const shortSide = Math.min(statistics.bounds.width, statistics.bounds.height)
  const { width: wide, height: high } = statistics.bounds
  // Objects wider than high, such as cars, sofas and chests, are usually deeper than high.
  const plateau =
    thickness *
    (isOnWheels
      ? vehicle.halfDepth * wide
      : (boxDepth.upright +
          boxDepth.lowExtra * smoothstep(lowAspect[0], lowAspect[1], wide / high)) *
        shortSide)
  const edge = isOnWheels ? vehicle.edge * wide : boxEdge * radius
  const localRadius = maxFilter(phi, Math.max(2, Math.round(localWidth.radii * radius)))
  const profile = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const short = 1 - Math.min(1, phi.data[i] / edge)
    const most = isOnWheels ? plateau : localWidth.depthMax * localRadius.data[i]
    profile.data[i] = Math.min(most, plateau * Math.sqrt(Math.max(0, 1 - short * short)))
  }
  const smooth = weightedBlur(profile, weight, Math.max(1, boxBlur.radii * radius))
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const inward = smoothstep(boxBlur.rise[0] * radius, boxBlur.rise[1] * radius, phi.data[i])
    const box = profile.data[i] + (smooth.data[i] - profile.data[i]) * inward
    base.data[i] += (box - base.data[i]) * fraction
  }
}
