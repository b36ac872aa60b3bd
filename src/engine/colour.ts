import { clamp } from '#lib/clamp.ts'
import type { Cutout } from './crop.ts'
import { signedDistance } from './raster/distance.ts'
import { createPlane, type Plane, type ThreePlanes } from './raster/plane.ts'
import { fillUnknown } from './raster/pull-push.ts'
import { smoothstep } from './raster/smoothstep.ts'

/** Colours of the cropped picture without the backdrop's tint. */
export type ObjectColours = {
  readonly linear: ThreePlanes
  readonly trust: Plane
  readonly depth: Plane
}

/**
 * A pixel is on the middle line (ridge) of a thin part if the second difference of the distance
 * field is at least this.
 */
const ridgeBend = 0.35
/**
 * Confidence (0 to 1) of pixels on the middle line of a thin part, which are still mixed with the
 * backdrop's colour.
 */
const ridgeTrust = 0.2
/**
 * Width of the rim mixed with the backdrop's colour, in pixels: `objectFraction` of the object's
 * side plus `filePixels` pixels of the original file, limited to `min` and `max`.
 */
const halo = { objectFraction: 0.003, filePixels: 0.9, min: 1.5, max: 6 } as const

/**
 * Keeps the colours well inside the object and spreads them over the rim. Overwrites the cutout's
 * colour planes.
 */
export function cleanColours(cutout: Cutout): ObjectColours {
  const { width, height, alpha, isBeyond, objectSide, scale, linear } = cutout
  const depth = signedDistance(alpha, 1)
  const trust = createPlane(width, height)
  const rim = clamp(objectSide * halo.objectFraction + scale * halo.filePixels, halo.min, halo.max)
  const d = depth.data
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (isBeyond[i] || d[i] <= 0) continue
      let value = smoothstep(rim - 1, rim + 0.5, d[i])
      if (value < ridgeTrust && d[i] > 0.2) {
        const bend = 4 * d[i] - d[i - 1] - d[i + 1] - d[i - width] - d[i + width]
        if (bend > ridgeBend) value = ridgeTrust
      }
      trust.data[i] = value
    }
  }
  fillUnknown(linear, trust)
  return { linear, trust, depth }
}
