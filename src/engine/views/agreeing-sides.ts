import type { Plane } from '../raster/plane.ts'
import { outlineOf } from './outline.ts'
import { boxOf } from './fit-back.ts'
import type { View, Views } from './read-views.ts'

/** Samples that outlines are compared by. */
const side = 48
/** Outlines of the left and the right that overlap less than this, as they are and in their proportions, show two things. */
const agreementMin = 0.35

/**
 * Without the left or the right where the two cannot show the same thing: the one goes that has less at the heights
 * at which the front has much.
 *
 * @param warnings takes a sentence about one that goes.
 */
export function agreeingSides(front: View, views: Views, warnings: string[]): Views {
  const { left, right } = views
  if (!left || !right) return views
  const [own, onLeft, onRight] = [front, left, right].map(
    (view) => outlineOf(view, side, side).alpha,
  )
  const [wide, other] = [left, right].map(({ cutout }) => {
    const box = boxOf(cutout)
    return box.width / box.height
  })
  const proportions = Math.min(wide / other, other / wide)
  if (overlapInMirror(onLeft, onRight) * proportions >= agreementMin) return views
  const [isLeft, isRight] = [onLeft, onRight].map((outline) => unlikeness(own, outline))
  const odd = isLeft > isRight ? 'left' : 'right'
  const kept = odd === 'left' ? 'right' : 'left'
  warnings.push(
    `The pictures of the left and the right do not show the same thing; the shape follows the ${kept} alone, which fits the front better.`,
  )
  return { ...views, [odd]: undefined }
}

function overlapInMirror(one: Plane, other: Plane): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < one.data.length; i++) {
    const x = i % one.width
    const [a, b] = [one.data[i] > 0.5, other.data[i - x + one.width - 1 - x] > 0.5]
    if (a && b) both++
    if (a || b) either++
  }
  return both / Math.max(1, either)
}

/** How differently two outlines spread what they have over their heights, 0 to 2. */
function unlikeness(one: Plane, other: Plane): number {
  const [a, b] = [rowShares(one), rowShares(other)]
  return a.reduce((sum, value, y) => sum + Math.abs(value - b[y]), 0)
}

function rowShares({ width, height, data }: Plane): Float32Array {
  const rows = new Float32Array(height)
  let sum = 0
  for (let i = 0; i < data.length; i++) {
    rows[Math.floor(i / width)] += data[i]
    sum += data[i]
  }
  return rows.map((value) => value / Math.max(1e-6, sum))
}
