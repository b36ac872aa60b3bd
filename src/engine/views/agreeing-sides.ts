import type { Plane } from '../raster/plane.ts'
import { createOutline } from './outline.ts'
import { getObjectBox } from './fit-back.ts'
import type { ObjectView, Views } from './read-views.ts'

const side = 48
/**
 * Minimum agreement of the left and right outlines of one object: the overlap of the outlines,
 * stretched to the same size, times the ratio of their aspect ratios (at most 1).
 */
const agreementMin = 0.35

/**
 * Drops the left or the right view if they show different objects. Keeps the view whose rows match
 * the front better.
 * @param warnings receives a sentence about the dropped side.
 */
export function agreeingSides(front: ObjectView, views: Views, warnings: string[]): Views {
  const { left, right } = views
  if (!left || !right) return views
  const [own, onLeft, onRight] = [front, left, right].map(
    (view) => createOutline(view, side, side).alpha,
  )
  const [wide, other] = [left, right].map(({ cutout }) => {
    const box = getObjectBox(cutout)
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

function unlikeness(one: Plane, other: Plane): number {
  const [a, b] = [rowFractions(one), rowFractions(other)]
  return a.reduce((sum, value, y) => sum + Math.abs(value - b[y]), 0)
}

function rowFractions({ width, height, data }: Plane): Float32Array {
  const rows = new Float32Array(height)
  let sum = 0
  for (let i = 0; i < data.length; i++) {
    rows[Math.floor(i / width)] += data[i]
    sum += data[i]
  }
  return rows.map((value) => value / Math.max(1e-6, sum))
}
