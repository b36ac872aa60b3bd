import { Quaternion } from 'three'

export type Interpolation = 'LINEAR' | 'STEP' | 'CUBICSPLINE'

export type Keys = {
  readonly times: ArrayLike<number>
  /**
   * `size` numbers for each time. Splines have three times as many: in-tangent, value and
   * out-tangent.
   */
  readonly values: ArrayLike<number>
  readonly size: number
  readonly interpolation: Interpolation
  readonly isRotation: boolean
}

/** Returns the values at a time, limited to the first and last key (glTF 2.0, appendix C). */
export function sampleKeys(keys: Keys, seconds: number): number[] {
  const { times, interpolation } = keys
  const last = times.length - 1
  if (last <= 0 || seconds <= (times[0] ?? 0)) return valueAt(keys, 0)
  if (seconds >= (times[last] ?? 0)) return valueAt(keys, last)
  let at = 0
  for (let high = last; high - at > 1;) {
    const middle = (at + high) >> 1
    if ((times[middle] ?? 0) <= seconds) at = middle
    else high = middle
  }
  if (interpolation === 'STEP') return valueAt(keys, at)
  const start = times[at] ?? 0
  const length = (times[at + 1] ?? 0) - start
  const fraction = length > 0 ? (seconds - start) / length : 1
  return interpolation === 'LINEAR'
    ? blend(keys, at, fraction)
    : spline(keys, { at, fraction, lengthSeconds: length })
}

type Role = 0 | 1 | 2

function valueAt({ values, size, interpolation }: Keys, key: number, role: Role = 1): number[] {
  const from = interpolation === 'CUBICSPLINE' ? (key * 3 + role) * size : key * size
  return Array.from({ length: size }, (_, part) => values[from + part] ?? 0)
}

function blend(keys: Keys, at: number, fraction: number): number[] {
  const [before, after] = [valueAt(keys, at), valueAt(keys, at + 1)]
  if (keys.isRotation) {
    const turned: number[] = []
    Quaternion.slerpFlat(turned, 0, before, 0, after, 0, fraction)
    return turned
  }
  return before.map((value, part) => value + ((after[part] ?? 0) - value) * fraction)
}

type Place = { readonly at: number; readonly fraction: number; readonly lengthSeconds: number }

function spline(keys: Keys, { at, fraction: t, lengthSeconds }: Place): number[] {
  const [p0, m0] = [valueAt(keys, at), valueAt(keys, at, 2)]
  const [p1, m1] = [valueAt(keys, at + 1), valueAt(keys, at + 1, 0)]
  const [t2, t3] = [t * t, t * t * t]
  const made = p0.map(
    (value, part) =>
      (2 * t3 - 3 * t2 + 1) * value +
      (t3 - 2 * t2 + t) * lengthSeconds * (m0[part] ?? 0) +
      (-2 * t3 + 3 * t2) * (p1[part] ?? 0) +
      (t3 - t2) * lengthSeconds * (m1[part] ?? 0),
  )
  return keys.isRotation ? new Quaternion().fromArray(made).normalize().toArray() : made
}
