import { lengthOf } from '../../raster/length.ts'
import { createPlane, type Plane, type ThreePlanes } from '../../raster/plane.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { ShapeStatistics } from '../statistics.ts'
import type { ColourParts } from './colour-parts.ts'
import { findLegs, type Leg } from './legs.ts'
import { findShadedLegs } from './shaded-legs.ts'

/** A leg on the far side of the body, as a horse in profile has two. */
export type FarLeg = {
  /** 1 for its nodes. */
  readonly nodes: Uint8Array
  /** Half of its width, in cells. */
  readonly radius: number
}

export type LegsApart = {
  readonly far: readonly FarLeg[]
  /** 1 for nodes of legs on the near side, less where these come out of the body. */
  readonly near: Plane
}

/** A leg that no edge sets apart is this much darker (L*) than another all over. */
const darkerMin = 7
/** Legs that are alike end about where the other ends, in lengths, and are about as thick. */
const tipMax = 0.5
const widths = [0.6, 1.6] as const
/** What is shorter than this many times the other is no leg, but a shoe. */
const lengthMin = 0.5
/** They have the same hue, in more or less light (L*, ΔE). */
const lighterMax = 36
const tintMax = 36
/** So many lengths apart, at most, are those of the far and the near side. */
const gapMax = 1.2
/** What stands beside a far leg may be this much darker (L*), and still be near if it is less so. */
const besideMin = -5
const nearMin = -2.5
/** So much lighter (L*) counts as much as closer by a length. */
const lightPerLength = 10
/** Over this share of its length it moves away from the body's middle. */
const rise = 0.25
/** A body that is more than this its own mirror image is seen from the front: its legs are pairs. */
const symmetryMax = 0.8

/**
 * Tells the legs of the far side from those of the near side. Far ones are in the body's shade: an edge
 * sets them apart from it, at which their outlines end as the stem of a T, or they are darker all
 * over. Sleeves and trousers are set apart like that, too; but beside far legs there are ones of their
 * like that are in the light, and that nothing sets apart.
 */
export function findLegsApart(
  grid: GeometryGrid,
  lab: ThreePlanes,
  parts: ColourParts,
  { symmetry, area, bounds }: ShapeStatistics,
): LegsApart | undefined {
  const { width, height } = grid
  if (symmetry > symmetryMax) return undefined
  const shaded = findShadedLegs(grid, parts, bounds, area)
  const rest = Uint8Array.from(grid.inside)
  for (const { nodes } of shaded) for (const i of nodes) rest[i] = 0
  const legs = findLegs(rest, width, bounds)
  const looks = new Map([...shaded, ...legs].map((leg) => [leg, colourOf(leg, grid, lab)]))
  /** How much lighter a leg is than another of its like; nothing if they are not alike. */
  const lighterBy = (leg: Leg, other: Leg): number => {
    const [one, two] = [looks.get(leg), looks.get(other)]
    if (!one || !two || !isAlike(leg, other)) return -Infinity
    const tint = lengthOf(one[1] - two[1], one[2] - two[2], 0)
    const lighter = one[0] - two[0]
    return tint < tintMax && lighter < lighterMax ? lighter : -Infinity
  }
  const dark = legs.filter((leg) => legs.some((other) => lighterBy(other, leg) > darkerMin))
  const light = legs.filter((leg) => !dark.includes(leg))
  const pairs = pairUp([...shaded, ...dark], light, lighterBy)
  if (pairs.length === 0) return undefined
  const near = createPlane(width, height)
  for (const { other, lighter } of pairs) {
    if (lighter < nearMin) continue
    const end = other.top + rise * (other.tip - other.top)
    for (const i of other.nodes) near.data[i] = smoothstep(other.top, end, Math.floor(i / width))
  }
  const far = pairs.map(({ leg }) => ({ nodes: maskOf(leg.nodes, grid), radius: leg.radius }))
  return { far, near }
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

type Pair = { readonly leg: Leg; readonly other: Leg; readonly lighter: number }

/** Legs with another of their like for each, close to them and not much darker: the best first. */
function pairUp(
  legs: readonly Leg[],
  others: readonly Leg[],
  lighterBy: (other: Leg, leg: Leg) => number,
): Pair[] {
  const taken = new Set<Leg>()
  return legs
    .flatMap((leg) =>
      others.map((other) => {
        const gap = Math.abs(leg.x - other.x) / (leg.tip - leg.top)
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

function maskOf(nodes: readonly number[], { inside }: GeometryGrid): Uint8Array {
  const mask = new Uint8Array(inside.length)
  for (const i of nodes) mask[i] = 1
  return mask
}

/** Mean Lab, but of the rim. */
function colourOf({ nodes }: Leg, { phi }: GeometryGrid, lab: ThreePlanes): number[] {
  const mean = [0, 0, 0]
  let count = 0
  for (const i of nodes) {
    if (phi.data[i] < 1) continue
    count++
    for (let c = 0; c < 3; c++) mean[c] += (lab[c].data[i] - mean[c]) / count
  }
  return mean
}
