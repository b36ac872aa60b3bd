import type { Cutout } from '../crop.ts'
import { boxOf } from './fit-back.ts'
import type { View } from './read-views.ts'

/** How far the object reaches to its front and its back at each height, as shares of its height. */
export type SideProfile = {
  /** From the top to the bottom; the middle of the whole depth is 0, the front positive. */
  readonly front: Float32Array
  readonly back: Float32Array
}

const rowCount = 256
/** Mean difference of two sides, as a share of the depth, from which on they are no pair. */
const differenceMax = 0.2

type Outlines = { readonly [side in 'left' | 'right']?: Pick<View, 'cutout'> | undefined }

/** The profile that the sides show; of two their mean, and a warning if they do not fit. */
export function readProfile(
  { left, right }: Outlines,
  warnings: string[],
): SideProfile | undefined {
  // Of the thing's left side its front is seen on the left, of its right side on the right.
  const profiles = [
    ...(left ? [traceProfile(left.cutout, -1)] : []),
    ...(right ? [traceProfile(right.cutout, 1)] : []),
  ]
  const [one, other] = profiles
  if (!other) return one
  let difference = 0
  let depth = 0
  for (let row = 0; row < rowCount; row++) {
    difference += Math.abs(one.front[row] - other.front[row])
    difference += Math.abs(one.back[row] - other.back[row])
    depth += one.front[row] + one.back[row]
  }
  if (difference > differenceMax * 2 * depth) {
    warnings.push('The outlines of the left and the right differ; their average was used.')
  }
  return { front: mean(one.front, other.front), back: mean(one.back, other.back) }
}

const mean = (a: Float32Array, b: Float32Array) => a.map((value, row) => (value + b[row]) / 2)

function traceProfile(cutout: Cutout, frontSide: 1 | -1): SideProfile {
  const { width, alpha } = cutout
  const box = boxOf(cutout)
  const front = new Float32Array(rowCount)
  const back = new Float32Array(rowCount)
  let known = -1
  for (let row = 0; row < rowCount; row++) {
    const y = Math.floor(box.margin + ((row + 0.5) / rowCount) * box.height)
    let [first, last] = [width, -1]
    for (let x = 0; x < width; x++) {
      if (alpha.data[y * width + x] <= 0.5) continue
      first = Math.min(first, x)
      last = x
    }
    if (last < 0) {
      // Between two parts: goes on as above.
      if (known >= 0) [front[row], back[row]] = [front[known], back[known]]
      continue
    }
    const leftward = (width / 2 - first) / box.height
    const rightward = (last + 1 - width / 2) / box.height
    front[row] = frontSide > 0 ? rightward : leftward
    back[row] = frontSide > 0 ? leftward : rightward
    known = row
  }
  return { front, back }
}
