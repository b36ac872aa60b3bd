import { clamp } from '#lib/clamp.ts'
import { blurInPlace } from '../raster/blur.ts'
import { lightness } from '../raster/colour-space.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { SurfacePixels } from './surface-pixels.ts'

/**
 * Returns structure that is finer than the mesh, -1 to 1: the lightness relative to the
 * surroundings, 0 at the rim.
 */
export function findFineRelief({ linear, weight, depth, side, band }: SurfacePixels): Plane {
  const { width, height } = depth
  const [red, green, blue] = [linear[0].data, linear[1].data, linear[2].data]
  const fine = createPlane(width, height)
  for (let i = 0; i < fine.data.length; i++) fine.data[i] = lightness(red[i], green[i], blue[i])
  const coarse = weightedBlur(fine, weight, Math.max(5, side * 0.012))
  blurInPlace(fine, 0.7)
  for (let i = 0; i < fine.data.length; i++) {
    const stands = clamp((fine.data[i] - coarse.data[i]) / 25, -1, 1)
    fine.data[i] = stands * smoothstep(0, band, depth.data[i])
  }
  return fine
}
