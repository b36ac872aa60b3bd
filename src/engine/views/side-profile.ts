import type { Cutout } from '../crop.ts'
import { getObjectBox } from './fit-back.ts'
import type { ObjectView } from './read-views.ts'

/** How far the object extends to its front and back at each height, as fractions of its height. */
export type SideProfile = {
  /** Distance from the middle of the depth to the surface, one value per row from top to bottom. */
  readonly front: Float32Array
  readonly back: Float32Array
}

const rowCount = 256
/** Largest mean difference of two sides that match, as a fraction of the depth. */
const differenceMax = 0.2

type Outlines = { readonly [side in 'left' | 'right']?: Pick<ObjectView, 'cutout'> | undefined }

/**
 * Returns the profile of one side, or the mean of two sides. Adds a warning if two sides do not
 * match.
 */
export function readProfile(
  { left, right }: Outlines,
  warnings: string[],
): SideProfile | undefined {
  // The object's front is on the left in a picture of its left side, and on the right in a picture
  // of its right side.
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
  const box = getObjectBox(cutout)
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
      // Empty rows between two parts repeat the row above.
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
