import { extrapolate, type Extrapolation, readExtrapolation } from './fbx-extrapolation.ts'
import { findChild, type FbxNode, getNumbers } from './fbx-node.ts'
import { readOldKeys } from './fbx-old-keys.ts'
import { type CurveKey, keyFlags, solveTangents, usualWeight } from './fbx-tangents.ts'
import { toSeconds } from './fbx-time.ts'

const weightUnit = 1e-4
const solvingSteps = 24

export type FbxCurve = {
  readonly keys: readonly CurveKey[]
  readonly before: Extrapolation
  readonly after: Extrapolation
}

/** Reads an animation curve. Returns undefined if the curve has no keys. */
export function readFbxCurve(node: FbxNode): FbxCurve | undefined {
  const keys = findChild(node, 'Key') ? readOldKeys(node) : readKeys(node)
  if (keys.length === 0) return undefined
  const sorted = keys.toSorted((a, b) => a.time - b.time)
  solveTangents(sorted)
  return {
    keys: sorted,
    before: readExtrapolation(node, 'Pre-Extrapolation'),
    after: readExtrapolation(node, 'Post-Extrapolation'),
  }
}

function readKeys(node: FbxNode): CurveKey[] {
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
    const flag = attributes[attribute] ?? keyFlags.linear
    const start = attribute * 4
    const [weight, nextWeight] = getWeights(data[start + 2] ?? 0)
    const automatic = getAutomatic(flag, data, start)
    keys.push({
      time: toSeconds(times[at] ?? 0),
      value: values[at] ?? 0,
      kind: getKind(flag),
      slope: data[start] ?? 0,
      nextSlope: data[start + 1] ?? 0,
      weight: flag & keyFlags.weightedRight ? weight : usualWeight,
      nextWeight: flag & keyFlags.weightedNext ? nextWeight : usualWeight,
      ...(automatic && { automatic }),
    })
  }
  return keys
}

function getAutomatic(flag: number, data: ArrayLike<number>, start: number): CurveKey['automatic'] {
  if (!(flag & keyFlags.cubic)) return undefined
  if (flag & keyFlags.tcb) return { tcb: [0, 1, 2].map((at) => data[start + at] ?? 0) }
  return flag & keyFlags.user ? undefined : { flags: flag }
}

function getKind(flag: number): CurveKey['kind'] {
  if (flag & keyFlags.constant) return flag & keyFlags.constantNext ? 'constantNext' : 'constant'
  return flag & keyFlags.cubic ? 'cubic' : 'linear'
}

/**
 * Unpacks the weights of two tangents from the bits of one number, which binary files store as a
 * float.
 */
function getWeights(stored: number): [own: number, next: number] {
  const bits =
    Number.isInteger(stored) && Math.abs(stored) > 1
      ? stored
      : (new Uint32Array(Float32Array.of(stored).buffer)[0] ?? 0)
  return [toWeight(bits), toWeight(Math.floor(bits / 0x1_0000))]
}

const toWeight = (bits: number): number => Math.min(1, (bits & 0xffff) * weightUnit) || usualWeight

export function evaluateCurve({ keys, before, after }: FbxCurve, time: number): number {
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last) return 0
  if (time >= first.time && time <= last.time) return evaluateKeys(keys, time)
  const slopes = [getSlope(keys, 0), getSlope(keys, keys.length - 2)] as const
  const inside = extrapolate(time, time < first.time ? before : after, { first, last, slopes })
  return evaluateKeys(keys, inside.time) + inside.add
}

function getSlope(keys: readonly CurveKey[], at: number): number {
  const [from, to] = [keys[at], keys[at + 1]]
  if (!from || !to || from.kind === 'constant' || from.kind === 'constantNext') return 0
  if (from.kind === 'cubic') return at === 0 ? from.slope : from.nextSlope
  return to.time > from.time ? (to.value - from.value) / (to.time - from.time) : 0
}

function evaluateKeys(keys: readonly CurveKey[], time: number): number {
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
  if (from.kind === 'constantNext') return time > from.time ? to.value : from.value
  const span = to.time - from.time
  if (!(span > 0)) return to.value
  const fraction = (time - from.time) / span
  if (from.kind === 'linear') return from.value + (to.value - from.value) * fraction
  const parameter = solveTime(from, fraction)
  return bezier(parameter, [
    from.value,
    from.value + from.slope * from.weight * span,
    to.value - from.nextSlope * from.nextWeight * span,
    to.value,
  ])
}

function solveTime({ weight, nextWeight }: CurveKey, fraction: number): number {
  if (weight === usualWeight && nextWeight === usualWeight) return fraction
  let [low, high] = [0, 1]
  for (let step = 0; step < solvingSteps; step++) {
    const middle = (low + high) / 2
    if (bezier(middle, [0, weight, 1 - nextWeight, 1]) < fraction) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function bezier(t: number, [a, b, c, d]: readonly [number, number, number, number]): number {
  const s = 1 - t
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
}
