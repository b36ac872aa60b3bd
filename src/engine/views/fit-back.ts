import type { ObjectColours } from '../colour.ts'
import type { Cutout } from '../crop.ts'
import { createPlane, mapThree, type Plane } from '../raster/plane.ts'
import { smoothToShrink } from '../raster/resample.ts'
import type { ObjectView } from './read-views.ts'

/** Colours of the back, mirrored and aligned with the front's pixels. */
export type FittedBack = {
  readonly colours: ObjectColours
  readonly agreement: number
}

/** Mirrors the back's picture and aligns its object with the front's bounding box. */
export function fitBack(
  front: Cutout,
  frontDepth: Plane,
  { cutout, colours }: ObjectView,
): FittedBack {
  const warp = mirrorOnto(front, cutout)
  const alpha = warp(cutout.alpha)
  let both = 0
  let either = 0
  for (let i = 0; i < alpha.data.length; i++) {
    const [a, b] = [front.alpha.data[i] > 0.5, alpha.data[i] > 0.5]
    if (a && b) both++
    if (a || b) either++
  }
  const [one, other] = [front, cutout].map((crop) => {
    const box = getObjectBox(crop)
    return box.width / box.height
  })
  const proportions = Math.min(one / other, other / one)
  return {
    colours: {
      linear: mapThree(colours.linear, warp),
      trust: warp(colours.trust),
      depth: frontDepth,
    },
    agreement: (both / Math.max(1, either)) * proportions,
  }
}

/**
 * Returns the object's bounding box within its cropped picture, which has the same margin on all
 * sides.
 */
export function getObjectBox({ width, height, objectSide }: Cutout) {
  const margin = (Math.max(width, height) - objectSide) / 2
  return { margin, width: width - 2 * margin, height: height - 2 * margin }
}

function mirrorOnto(onto: Cutout, from: Cutout): (plane: Plane) => Plane {
  const [target, source] = [getObjectBox(onto), getObjectBox(from)]
  const [perX, perY] = [source.width / target.width, source.height / target.height]
  const shrink = Math.max(perX, perY)
  const columns = axis(onto.width, from.width, (x) => {
    const across = (x + 0.5 - target.margin) * perX
    return source.margin + source.width - across - 0.5
  })
  const rows = axis(onto.height, from.height, (y) => {
    return source.margin + (y + 0.5 - target.margin) * perY - 0.5
  })
  return (plane) => {
    const { data } = smoothToShrink(plane, shrink)
    const result = createPlane(onto.width, onto.height)
    for (let y = 0, i = 0; y < onto.height; y++) {
      const upper = rows.first[y] * from.width
      const lower = rows.second[y] * from.width
      for (let x = 0; x < onto.width; x++, i++) {
        const [left, right, across] = [columns.first[x], columns.second[x], columns.fraction[x]]
        const a = data[upper + left] + (data[upper + right] - data[upper + left]) * across
        const b = data[lower + left] + (data[lower + right] - data[lower + left]) * across
        result.data[i] = a + (b - a) * rows.fraction[y]
      }
    }
    return result
  }
}

function axis(count: number, samples: number, place: (at: number) => number) {
  const first = new Int32Array(count)
  const second = new Int32Array(count)
  const fraction = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const position = Math.min(samples - 1, Math.max(0, place(at)))
    first[at] = Math.floor(position)
    second[at] = Math.min(samples - 1, first[at] + 1)
    fraction[at] = position - first[at]
  }
  return { first, second, fraction }
}
