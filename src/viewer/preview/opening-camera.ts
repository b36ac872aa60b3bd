import type { Matrix } from '#lib/geometry/matrix.ts'
import { framingDistance } from '../camera/fit.ts'
import {
  clipRange,
  firstDirection,
  getFreeHeight,
  type Room,
  placeOnGround,
  stageFov,
} from '../camera/standing.ts'
import { orbit, perspective } from '../plain/matrix.ts'

type SeenFrom = {
  width: number
  height: number
  insetPx: number
}

/** Returns the viewer's initial camera, for a model at its position in the file. */
export function openingCamera(
  bounds: Room,
  { width, height, insetPx }: SeenFrom,
): { view: Matrix; projection: Matrix } {
  const { radius } = bounds
  const { x, y, z } = bounds.centre
  const aspect = width / height
  const { azimuth, polar } = firstDirection(placeOnGround(bounds))
  const freeHeight = getFreeHeight(height, insetPx)
  const { near, far } = clipRange(radius)
  return {
    view: orbit([x, y, z], {
      yaw: azimuth,
      pitch: Math.PI / 2 - polar,
      distance: framingDistance(radius, { fov: stageFov, aspect, freeHeight }),
    }),
    projection: perspective((stageFov * Math.PI) / 180, aspect, [near, far]),
  }
}
