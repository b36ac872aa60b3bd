import type { Camera } from './cameras/calibrate.ts'
import { getCentre } from './cameras/lens.ts'

/**
 * Returns the indices of the photos that have a camera, those from the steepest angle first. In
 * such
 * photos the mat is behind the whole object, so a rough shape from a few of them has a closed top.
 */
export function orderSteepFirst(cameras: readonly (Camera | undefined)[]): number[] {
  return cameras
    .flatMap((camera, index) => {
      if (!camera) return []
      const [x, y, z] = getCentre(camera.pose)
      return [{ index, slope: z / Math.hypot(x, y, 1) }]
    })
    .toSorted((a, b) => b.slope - a.slope)
    .map(({ index }) => index)
}
