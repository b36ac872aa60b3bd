import { clamp } from '#lib/clamp.ts'
import type { ObjectColours } from '../colour.ts'
import type { ShapeFields } from '../fields/build-fields.ts'
import type { EngineParams } from '../params.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { resample } from '../raster/resample.ts'

export type SurfacePixels = {
  readonly width: number
  readonly height: number
  /** Long side of the front's part of the texture, in pixels. */
  readonly side: number
  readonly linear: ThreePlanes
  readonly trust: Plane
  readonly depth: Plane
  /** Coverage: 0 outside, 1 from two pixels inside the silhouette. */
  readonly weight: Plane
  /** Radius of the object's thickest part, in pixels of the texture. */
  readonly radius: number
  /**
   * Width of the band along the silhouette where the surface is seen at a grazing angle, in pixels
   * of the texture.
   */
  readonly band: number
}

/**
 * Resamples the object's colours to the size of the front's part of the texture. May reuse and
 * overwrite the planes of `colours`.
 */
export function surfacePixels(
  { linear, trust, depth }: ObjectColours,
  { grid }: ShapeFields,
  textureSize: EngineParams['texture_size'],
): SurfacePixels {
  const longSide = Math.max(depth.width, depth.height)
  const side = textureSize === 'auto' ? ownSide(longSide) : textureSize
  const scale = side / longSide
  const width = Math.max(4, Math.round(depth.width * scale))
  const height = Math.max(4, Math.round(depth.height * scale))
  const scaledDepth = createPlane(width, height)
  const weight = createPlane(width, height)
  const resampledDepth = resample(depth, width, height).data
  for (let i = 0; i < weight.data.length; i++) {
    scaledDepth.data[i] = resampledDepth[i] * scale
    weight.data[i] = clamp(scaledDepth.data[i] / 2, 0, 1)
  }
  const radius = (grid.radius / grid.cellsPerPixel) * scale
  return {
    width,
    height,
    side,
    linear: mapThree(linear, (plane) => resample(plane, width, height)),
    trust: resample(trust, width, height),
    depth: scaledDepth,
    weight,
    radius,
    band: Math.max(2, radius * 0.06),
  }
}

/**
 * Returns the cropped picture's own size, or a smaller power of two if the smaller size saves much.
 */
function ownSide(longSide: number): number {
  const side = clamp(2 ** Math.round(Math.log2(longSide)), 512, 2048)
  return longSide > side * 1.12 ? side : Math.min(longSide, 2048)
}
