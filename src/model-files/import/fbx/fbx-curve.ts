import { findChild, type FbxNode, getNumbers } from './fbx-node.ts'

/** FBX's units of time per second. */
const ticksPerSecond = 46_186_158_000

const flags = {
  constant: 0x2,
  linear: 0x4,
  cubic: 0x8,
  weightedRight: 0x100_0000,
  weightedNext: 0x200_0000,
}
const usualWeight = 1 / 3
const weightUnit = 1e-4
const solvingSteps = 24

type CurveKey = {
  readonly time: number
  readonly value: number
  readonly kind: 'constant' | 'linear' | 'cubic'
  /** Slopes at this key and at the next one, in units per second. */
  readonly slope: number
  readonly nextSlope: number
  /** Lengths of the tangents, as fractions of the time between the keys. */
  readonly weight: number
  readonly nextWeight: number
}

export type FbxCurve = { readonly keys: readonly CurveKey[] }

export const toSeconds = (ticks: number): number => ticks / ticksPerSecond

/** Reads an animation curve; undefined if it has no keys. */
export function readFbxCurve(node: FbxNode): FbxCurve | undefined {
  const times = getNumbers(findChild(node, 'KeyTime'))
  const values = getNumbers(findChild(node, 'KeyValueFloat'))
  const attributes = getNumbers(findChild(node, 'KeyAttrFlags'))
  const data = getNumbers(findChild(node, 'KeyAttrDataFloat'))
  const counts = getNumbers(findChild(node, 'KeyAttrRefCount'))
  const keys: CurveKey[] = []
  let attribute = 0
  let left = counts[0] ?? Infinity
  for (let at = 0; at < Math.min(times.length, values.length); at++) {
    if (left <= 0) left = counts[++attribute] ?? Infinity
    left--
    const flag = attributes[attribute] ?? flags.linear
    const start = attribute * 4
    const [weight, nextWeight] = getWeights(data[start + 2] ?? 0)
    keys.push({
      time: toSeconds(times[at] ?? 0),
      value: values[at] ?? 0,
      kind: flag & flags.constant ? 'constant' : flag & flags.cubic ? 'cubic' : 'linear',
      slope: data[start] ?? 0,
      nextSlope: data[start + 1] ?? 0,
      weight: flag & flags.weightedRight ? weight : usualWeight,
      nextWeight: flag & flags.weightedNext ? nextWeight : usualWeight,
    })
  }
  return keys.length > 0 ? { keys: keys.toSorted((a, b) => a.time - b.time) } : undefined
}

/** Two weights of 16 bits each share a number. Binary files hold it with the bits of a float. */
function getWeights(stored: number): [own: number, next: number] {
  const bits =
    Number.isInteger(stored) && Math.abs(stored) > 1
      ? stored
      : (new Uint32Array(Float32Array.of(stored).buffer)[0] ?? 0)
  return [toWeight(bits), toWeight(Math.floor(bits / 0x1_0000))]
}

const toWeight = (bits: number): number => Math.min(1, (bits & 0xffff) * weightUnit) || usualWeight

/** Returns the value of a curve at a time in seconds. */
export function evaluateCurve({ keys }: FbxCurve, time: number): number {
  let [low, high] = [0, keys.length - 1]
  const [first, last] = [keys[low], keys[high]]
  if (!first || !last) return 0
  if (time <= first.time) return first.value
  if (time >= last.time) return last.value
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((keys[middle]?.time ?? 0) <= time) low = middle
    else high = middle
  }
  const [from, to] = [keys[low], keys[high]]
  if (!from || !to || from.kind === 'constant') return from?.value ?? 0
  const span = to.time - from.time
  if (!(span > 0)) return to.value
  const share = (time - from.time) / span
  if (from.kind === 'linear') return from.value + (to.value - from.value) * share
  const parameter = solveTime(from, share)
  return bezier(parameter, [
    from.value,
    from.value + from.slope * from.weight * span,
    to.value - from.nextSlope * from.nextWeight * span,
    to.value,
  ])
}

/** Returns the parameter of a cubic segment at a fraction of its time. */
function solveTime({ weight, nextWeight }: CurveKey, share: number): number {
  if (weight === usualWeight && nextWeight === usualWeight) return share
  let [low, high] = [0, 1]
  for (let step = 0; step < solvingSteps; step++) {
    const middle = (low + high) / 2
    if (bezier(middle, [0, weight, 1 - nextWeight, 1]) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function bezier(t: number, [a, b, c, d]: readonly [number, number, number, number]): number {
  const s = 1 - t
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
}
