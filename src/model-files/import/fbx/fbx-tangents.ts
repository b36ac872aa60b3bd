export const keyFlags = {
  constant: 0x2,
  linear: 0x4,
  cubic: 0x8,
  constantNext: 0x100,
  tcb: 0x200,
  user: 0x400,
  clamp: 0x1000,
  timeIndependent: 0x2000,
  clampProgressive: 0x4000,
  weightedRight: 0x100_0000,
  weightedNext: 0x200_0000,
} as const

export const usualWeight = 1 / 3
/** Maximum difference to a neighbour's value for which a clamped key gets a flat tangent. */
const clampLimit = 0.01
const percent = 100

export type CurveKey = {
  time: number
  value: number
  /**
   * A `constant` segment keeps the value of its first key, and `constantNext` the value of its last
   * key.
   */
  kind: 'constant' | 'constantNext' | 'linear' | 'cubic'
  /** Slopes of the curve at this key and at the next key, in units per second. */
  slope: number
  nextSlope: number
  /** Tangent lengths as fractions of the time between the two keys. */
  weight: number
  nextWeight: number
  /** How to compute the slopes at this key. Undefined if the file contains both slopes. */
  automatic?: { readonly flags: number } | { readonly tcb: readonly number[] }
}

export function solveTangents(keys: readonly CurveKey[]): void {
  keys.forEach((key, at) => {
    if (!key.automatic) return
    const [before, after] = [keys[at - 1], keys[at + 1]]
    const near = { before, key, after }
    const [left, right] =
      'tcb' in key.automatic
        ? getTcbSlopes(key.automatic.tcb, near)
        : getAutomaticSlopes(key.automatic.flags, near)
    key.slope = right
    if (before) before.nextSlope = left
  })
}

type Near = {
  readonly before: CurveKey | undefined
  readonly key: CurveKey
  readonly after: CurveKey | undefined
}

function getSlope(from: CurveKey | undefined, to: CurveKey | undefined): number | undefined {
  return from && to && to.time > from.time
    ? (to.value - from.value) / (to.time - from.time)
    : undefined
}

function getTcbSlopes(
  [tension = 0, continuity = 0, bias = 0]: readonly number[],
  { before, key, after }: Near,
): [left: number, right: number] {
  const [into, out] = [getSlope(before, key), getSlope(key, after)]
  const factor = into === undefined || out === undefined ? 1 : 0.5
  const side = (sign: number) =>
    factor *
    (1 - tension) *
    ((1 + bias) * (1 + sign * continuity) * (into ?? 0) +
      (1 - bias) * (1 - sign * continuity) * (out ?? 0))
  return [side(-1), side(1)]
}

function getAutomaticSlopes(
  flags: number,
  { before, key, after }: Near,
): [left: number, right: number] {
  const [into, out] = [getSlope(before, key), getSlope(key, after)]
  if (into === undefined || out === undefined || !before || !after) {
    const isFlat =
      flags & keyFlags.clampProgressive ||
      (flags & keyFlags.clamp && isClose(key, before ?? after ?? key))
    const slope = isFlat ? 0 : (into ?? out ?? 0)
    return [slope, slope]
  }
  const solve = (bias: number) => getInnerSlope(flags, { before, key, after, into, out, bias })
  // Before the slopes are computed, `slope` and `nextSlope` contain the biases of the key's two
  // sides.
  const [leftBias, rightBias] = [-before.nextSlope, key.slope]
  if (Math.abs(leftBias - rightBias) <= 1e-4) return [solve(rightBias), solve(rightBias)]
  return [solve(leftBias), solve(rightBias)]
}

const isClose = (a: CurveKey, b: CurveKey): boolean => Math.abs(a.value - b.value) <= clampLimit

type Inner = {
  readonly before: CurveKey
  readonly key: CurveKey
  readonly after: CurveKey
  readonly into: number
  readonly out: number
  readonly bias: number
}

function getInnerSlope(flags: number, { before, key, after, into, out, bias }: Inner): number {
  if (flags & keyFlags.clamp && (isClose(before, key) || isClose(key, after))) return 0
  const span = after.time - before.time
  let slope = (after.value - before.value) / span
  if (!(flags & keyFlags.timeIndependent)) {
    const fraction = (key.time - before.time) / span
    slope = (slope + into * (1 - fraction) + out * fraction) / 2
    const weight = Math.min(1, Math.abs(bias) / percent)
    slope += ((bias > 0 ? out : into) - slope) * weight
  }
  if (!(flags & keyFlags.clampProgressive)) return slope
  const sign = slope < 0 ? -1 : 1
  const most = Math.min((sign * into) / before.nextWeight, (sign * out) / key.weight)
  return sign * Math.min(sign * slope, Math.max(0, most))
}
