import { clamp } from '#lib/clamp.ts'
import type { Cutout } from './crop.ts'
import { signedDistance } from './raster/distance.ts'
import { createPlane, type Plane, type ThreePlanes } from './raster/plane.ts'
import { fillUnknown } from './raster/pull-push.ts'
import { smoothstep } from './raster/smoothstep.ts'

/** Clean colours everywhere in the crop, and how deep each pixel lies in the object. */
export type ObjectColours = {
  /** Linear colours without the backdrop's halo, continued beyond the silhouette. */
  readonly linear: ThreePlanes
  /** How far the picture's own colour is trusted at each pixel, 0 to 1. */
  readonly trust: Plane
  /** Signed distance to the silhouette in crop pixels, positive inside. */
  readonly depth: Plane
}

/** A ridge of the distance field bends at least this sharply. */
const ridgeBend = 0.35
/** What its colour is trusted with all the same: enough to win against nothing, not against clean neighbours. */
const ridgeTrust = 0.2
/**
 * How far the backdrop's colour reaches inside, in pixels: a little more on large pictures, and a pixel of the file,
 * which an enlarged picture spreads over several.
 */
const halo = { objectFraction: 0.003, filePixels: 0.9, min: 1.5, max: 6 } as const

/**
 * Keeps the colours from well inside the object and spreads them outwards: pixels along the
 * silhouette are mixed with the backdrop. Takes over (and changes) the cutout's colour planes.
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
        // The middle of a thread or stroke is the best there is, however thin.
        const bend = 4 * d[i] - d[i - 1] - d[i + 1] - d[i - width] - d[i + width]
        if (bend > ridgeBend) value = ridgeTrust
      }
      trust.data[i] = value
    }
  }
  fillUnknown(linear, trust)
  return { linear, trust, depth }
}
