import type { GridBounds } from '../statistics.ts'

/** A thin part that reaches down from the object, up to where it joins the rest. */
export type Leg = {
  readonly nodes: readonly number[]
  /** Highest row. */
  readonly top: number
  /** Lowest row. */
  readonly tip: number
  /** Middle column. */
  readonly x: number
  /** Number of columns. */
  readonly span: number
  /** Half of the leg's median width, in cells. */
  readonly radius: number
}

/** Minimum height of a leg, as a fraction of the object's height. */
const heightMin = 0.08
/** Maximum half width of a leg, as a fraction of the object's height. */
const radiusMax = 0.1
/** Minimum length of a leg, as a multiple of its half width. */
const slenderMin = 2.5
/** Maximum span of a leg, as a multiple of its length. */
const spanMax = 1.3
/** Largest distance of a leg's tip to the ground, as a fraction of the object's height. */
const groundMax = 0.15
/** More legs are the teeth of a comb, or a fence. */
const legsMax = 12
/** A leg ends where it becomes this many times as wide as usual. */
const bulgeMax = 1.5

type Run = { readonly from: number; readonly to: number; readonly y: number }
/**
 * Connected row runs, collected from the bottom up. A stack becomes the body where it meets another
 * stack.
 */
type Stack = { readonly runs: Run[]; readonly isBody: boolean }

type Silhouette = {
  readonly inside: Uint8Array
  readonly width: number
  readonly bounds: GridBounds
}

/**
 * Finds legs in a silhouette by scanning its rows from the bottom up.
 * @param split splits adjacent legs.
 * @returns an empty list if there are too many.
 */
export function findLegs(
  { inside, width, bounds }: Silhouette,
  split: (leg: Leg) => readonly Leg[] = (leg) => [leg],
): Leg[] {
  const legs: Leg[] = []
  let open: Stack[] = []
  for (let y = bounds.bottom; y >= bounds.top; y--) {
    const next: Stack[] = []
    for (const run of getRuns(inside, width, y)) {
      const below = open.filter(({ runs }) => touch(runs[runs.length - 1], run))
      const tall = below.filter(
        ({ runs, isBody }) => isBody || runs.length >= heightMin * bounds.height,
      )
      const stack = tall[0] ?? below[0] ?? { runs: [], isBody: false }
      if (tall.length > 1) {
        for (const { runs, isBody } of tall) if (!isBody) legs.push(getLeg(runs, width))
        next.push({ runs: [run], isBody: true })
      } else {
        stack.runs.push(run)
        next.push(stack)
      }
    }
    open = [...new Set(next)]
  }
  const slender = legs.filter((leg) => isLeg({ ...leg, radius: leg.radius / 2 }, bounds))
  if (slender.length > legsMax) return []
  return slender.flatMap(split).filter((leg) => isLeg(leg, bounds))
}

export const isLeg = ({ top, tip, span, radius }: Leg, { bottom, height }: GridBounds): boolean =>
  tip - top >= heightMin * height &&
  tip - top >= slenderMin * radius &&
  span <= spanMax * (tip - top) &&
  radius <= radiusMax * height &&
  tip >= bottom - groundMax * height

const touch = (one: Run, other: Run) => one.from <= other.to && one.to >= other.from

function getRuns(inside: Uint8Array, width: number, y: number): Run[] {
  const runs: Run[] = []
  for (let x = 0; x < width; x++) {
    if (!inside[y * width + x]) continue
    const from = x
    while (x < width && inside[y * width + x]) x++
    runs.push({ from, to: x - 1, y })
  }
  return runs
}

function getLeg(runs: readonly Run[], width: number): Leg {
  const widths = runs.map(({ from, to }) => to - from + 1)
  const usual = median(widths)
  const count = widths.findLastIndex((each) => each <= bulgeMax * usual) + 1
  const nodes = runs
    .slice(0, count)
    .flatMap(({ from, to, y }) =>
      Array.from({ length: to - from + 1 }, (_, k) => y * width + from + k),
    )
  return legFrom(nodes, width)
}

export function legFrom(nodes: readonly number[], width: number): Leg {
  const counts = new Map<number, number>()
  let [left, right, top, tip] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const i of nodes) {
    const [x, y] = [i % width, Math.floor(i / width)]
    counts.set(y, (counts.get(y) ?? 0) + 1)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    tip = Math.max(tip, y)
  }
  const radius = median([...counts.values()]) / 2
  return { nodes, top, tip, x: (left + right) / 2, span: right - left + 1, radius }
}

export function toMask(nodes: readonly number[], count: number): Uint8Array {
  const mask = new Uint8Array(count)
  for (const i of nodes) mask[i] = 1
  return mask
}

const median = (values: readonly number[]): number =>
  values.toSorted((p, q) => p - q)[values.length >> 1]
