import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { averageDown, resample } from '../raster/resample.ts'
import { getObjectBox } from './fit-back.ts'
import type { ObjectView } from './read-views.ts'

/** Coverage and lightness of one side over the object's bounding box, row by row from the top. */
export type Outline = { readonly alpha: Plane; readonly light: Plane }

export function createOutline(
  { cutout, colours }: ObjectView,
  width: number,
  height: number,
): Outline {
  return {
    alpha: boxed(cutout, cutout.alpha, { width, height }),
    light: boxed(cutout, luminance(colours.linear), { width, height }),
  }
}

type Size = { readonly width: number; readonly height: number }

function boxed(cutout: ObjectView['cutout'], plane: Plane, { width, height }: Size): Plane {
  const cropped = cropToBox(cutout, plane)
  if (cropped.width >= width && cropped.height >= height) return averageDown(cropped, width, height)
  return resample(cropped, width, height)
}

export function cropToBox(cutout: ObjectView['cutout'], plane: Plane): Plane {
  const box = getObjectBox(cutout)
  const cropped = createPlane(Math.round(box.width), Math.round(box.height))
  const first = Math.round(box.margin)
  for (let y = 0; y < cropped.height; y++) {
    const from = (y + first) * plane.width + first
    cropped.data.set(plane.data.subarray(from, from + cropped.width), y * cropped.width)
  }
  return cropped
}

/** Returns the square root of the linear luminance, which approximates perceived brightness. */
export function luminance([red, green, blue]: ThreePlanes): Plane {
  const data = red.data.map((value, i) =>
    Math.sqrt(0.2126 * value + 0.7152 * green.data[i] + 0.0722 * blue.data[i]),
  )
  return { width: red.width, height: red.height, data }
}
