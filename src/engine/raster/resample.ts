import { blur } from './blur.ts'
import type { Plane } from './plane.ts'
import { stretch } from './sample.ts'

/** The plane at another size, smoothed first where it shrinks. */
export function resample(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane
  const shrink = Math.max(plane.width / width, plane.height / height)
  return stretch(shrink > 1.2 ? blur(plane, shrink * 0.42) : plane, width, height)
}
