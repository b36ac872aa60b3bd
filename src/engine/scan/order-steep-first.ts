import type { Camera } from './cameras/calibrate.ts'
import { getCentre } from './cameras/lens.ts'

/**
 * Returns the indices of the photos that have a camera, steepest angle first. In steep photos the
 * mat is behind the whole object.
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
