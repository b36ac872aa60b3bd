import { getLength } from '../../raster/length.ts'
import { createPlane, type Plane, type ThreePlanes } from '../../raster/plane.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import type { DrawnLines } from '../drawn-lines.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { ShapeStatistics } from '../statistics.ts'
import type { ColourParts } from './colour-parts.ts'
import { findDrawnLegs } from './drawn-legs.ts'
import { findEdgeAcross, type EdgeAcross } from './edge-across.ts'
import { findLegs, toMask, type Leg } from './legs.ts'
import { findShadedLegs } from './shaded-legs.ts'
import { splitLeg } from './split-leg.ts'

/** A leg on the far side of the body, seen from the viewer. A horse in profile has two of them. */
export type FarLeg = {
  readonly nodes: Uint8Array
  /** Half of its width, in cells. */
  readonly radius: number
}

export type LegsApart = {
  readonly far: readonly FarLeg[]
  /** 1 for nodes of near legs, fading out where they join the body. */
  readonly near: Plane
}

/**
 * If no edge separates a far leg from the body, the leg is at least this much darker (L*) than its
 * near counterpart.
 */
const darkerMin = 7
/**
 * Minimum strength (ΔE) of an edge across a far leg's top. Its near counterpart has at most
 * `otherEdgeMax` of that strength.
 */
const edgeMin = 10
const otherEdgeMax = 0.4
/** Edge strength (ΔE) assigned to legs that are certainly separated from the body. */
const edgeOfParted = 15
/** Maximum difference between the tips of two matching legs, in leg lengths. */
const tipMax = 0.5
/** Range of the ratio of the widths of two matching legs. */
const widths = [0.6, 1.6] as const
/** A leg shorter than this fraction of its counterpart is only a shoe. */
const lengthMin = 0.5
/**
 * Largest differences between matching legs in lightness (L*) and hue (ΔE) if only lightness shows
 * that one is a far leg.
 */
const tellingLight = { lighterMax: 36, tintMax: 36 }
/** Largest differences between matching legs if an edge separates the far leg from the body. */
const tellingEdge = { lighterMax: 45, tintMax: 60 }
/** Largest distance between a far leg and its near counterpart, in lengths. */
const gapMax = 1.2
/** The near one of two matching legs is at most this much darker (L*) than the far one. */
const besideMin = -5
/**
 * A near leg that is darker than this (L*) relative to the far one stays in place, unless an edge
 * separates the far leg.
 */
const nearMin = -2.5
/**
 * Difference in lightness (L*) between two legs that counts as much as a distance of one leg
 * length.
 */
const lightPerLength = 10
/** Near legs move away from the body's middle over this fraction of their length. */
const rise = 0.25
/**
 * An object more symmetric than this is seen from the front, so its legs are left and right pairs.
 */
const symmetryMax = 0.8

type LegClues = {
  readonly lab: ThreePlanes
  readonly parts: ColourParts
  readonly statistics: ShapeStatistics
  readonly lines: DrawnLines | undefined
}

/**
 * Distinguishes far legs from near ones. The body hides the tops of far legs: they are in its
 * shade, end at a T junction, an edge or a drawn line, or are darker overall. Sleeves and trousers
 * look the same, but far legs also have a lit counterpart that is not separated from the body.
 */
export function findLegsApart(
  grid: GeometryGrid,
  { lab, parts, statistics, lines }: LegClues,
): LegsApart | undefined {
  const { width, height } = grid
  if (statistics.symmetry > symmetryMax) return undefined
  const { parted, legs, edges } = lines
    ? legsOfDrawing(grid, lines, statistics)
    : legsOfPicture(grid, { lab, parts, statistics })
  const looks = new Map([...parted, ...legs].map((leg) => [leg, getColour(leg, grid, lab)]))
  const isPartedOnly = (leg: Leg, other: Leg): boolean => {
    if (parted.includes(other)) return false
    const others = edges.get(other)?.strength ?? 0
    if (parted.includes(leg)) return others < otherEdgeMax * edgeOfParted
    const own = edges.get(leg)?.strength ?? 0
    return own > edgeMin && others < otherEdgeMax * own && !areRing(leg, other, width)
  }
  /**
   * Returns how much lighter a leg is than its counterpart (L*), or -Infinity if the two do not
   * match.
   */
  const lighterBy = (leg: Leg, other: Leg): number => {
    const [one, two] = [looks.get(leg), looks.get(other)]
    if (!one || !two || !isAlike(leg, other)) return -Infinity
    const { lighterMax, tintMax } = isPartedOnly(other, leg) ? tellingEdge : tellingLight
    const tint = getLength(one[1] - two[1], one[2] - two[2], 0)
    const lighter = one[0] - two[0]
    return tint < tintMax && lighter < lighterMax ? lighter : -Infinity
  }
  const isBehind = (leg: Leg, other: Leg): boolean => {
    const lighter = lighterBy(other, leg)
    if (lighter > besideMin && computeGap(leg, other) < gapMax && isPartedOnly(leg, other))
      return true
    return lighter > darkerMin && !isPartedOnly(other, leg)
  }
  const dark = legs.filter((leg) => legs.some((other) => isBehind(leg, other)))
  const light = legs.filter((leg) => !dark.includes(leg))
  const pairs = pairLegs([...parted, ...dark], light, lighterBy)
  if (pairs.length === 0) return undefined
  const near = createPlane(width, height)
  for (const { leg, other, lighter } of pairs) {
    if (lighter < nearMin && !isPartedOnly(leg, other)) continue
    const end = other.top + rise * (other.tip - other.top)
    for (const i of other.nodes) near.data[i] = smoothstep(other.top, end, Math.floor(i / width))
  }
  const far = pairs.map(({ leg }) => {
    const edge = edges.get(leg)
    const { nodes } = edge && edge.strength > edgeMin ? edge : leg
    return { nodes: toMask(nodes, width * height), radius: leg.radius }
  })
  return { far, near }
}

type Legs = {
  readonly parted: readonly Leg[]
  readonly legs: readonly Leg[]
  readonly edges: ReadonlyMap<Leg, EdgeAcross>
}

function legsOfDrawing(
  grid: GeometryGrid,
  lines: DrawnLines,
  { bounds, area }: ShapeStatistics,
): Legs {
  const { closed, open } = findDrawnLegs(grid, { lines, bounds, area })
  return { parted: closed, legs: open, edges: new Map() }
}

function legsOfPicture(
  grid: GeometryGrid,
  { lab, parts, statistics: { bounds, area } }: Omit<LegClues, 'lines'>,
): Legs {
  const parted = findShadedLegs(grid, { parts, bounds, area })
  const rest = Uint8Array.from(grid.inside)
  for (const { nodes } of parted) for (const i of nodes) rest[i] = 0
  const legs = findLegs({ inside: rest, width: grid.width, bounds }, (leg) =>
    splitLeg(grid, lab, leg),
  )
  return { parted, legs, edges: new Map(legs.map((leg) => [leg, findEdgeAcross(grid, lab, leg)])) }
}

function isAlike(leg: Leg, far: Leg): boolean {
  const length = far.tip - far.top
  return (
    Math.abs(leg.tip - far.tip) < tipMax * length &&
    length > lengthMin * (leg.tip - leg.top) &&
    leg.radius > widths[0] * far.radius &&
    leg.radius < widths[1] * far.radius
  )
}

/** Returns the distance between legs, in lengths. */
const computeGap = (leg: Leg, other: Leg) => Math.abs(leg.x - other.x) / (leg.tip - leg.top)

/** Tests whether two legs meet at their tips only, as two halves of a ring do. */
function areRing(leg: Leg, other: Leg, width: number): boolean {
  const nodes = new Set(other.nodes)
  const meeting = leg.nodes.filter((i) =>
    [i - 1, i + 1, i - width, i + width].some((n) => nodes.has(n)),
  )
  const middle = (leg.top + leg.tip) / 2
  return meeting.length > 0 && meeting.every((i) => i > middle * width)
}

type Pair = { readonly leg: Leg; readonly other: Leg; readonly lighter: number }

/** Pairs legs with near counterparts that are close and not much darker, best pairs first. */
function pairLegs(
  legs: readonly Leg[],
  others: readonly Leg[],
  lighterBy: (other: Leg, leg: Leg) => number,
): Pair[] {
  const taken = new Set<Leg>()
  return legs
    .flatMap((leg) =>
      others.map((other) => {
        const gap = computeGap(leg, other)
        const lighter = lighterBy(other, leg)
        return { leg, other, lighter, gap, cost: gap - lighter / lightPerLength }
      }),
    )
    .filter(({ gap, lighter }) => gap < gapMax && lighter > besideMin)
    .toSorted((p, q) => p.cost - q.cost)
    .filter(({ leg, other }) => {
      const isFree = !taken.has(leg) && !taken.has(other)
      if (isFree) taken.add(leg).add(other)
      return isFree
    })
}

/** Returns the leg's mean Lab colour, without its rim. */
function getColour({ nodes }: Leg, { phi }: GeometryGrid, lab: ThreePlanes): number[] {
  const mean = [0, 0, 0]
  let count = 0
  for (const i of nodes) {
    if (phi.data[i] < 1) continue
    count++
    for (let c = 0; c < 3; c++) mean[c] += (lab[c].data[i] - mean[c]) / count
  }
  return mean
}
