import { clamp } from '#lib/clamp.ts'
import type { ShapeFields } from '../fields/build-fields.ts'
import { blurInPlace } from '../raster/blur.ts'
import { copyPlane, createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { fillUnknown } from '../raster/pull-push.ts'
import { averageDown, resample } from '../raster/resample.ts'
import { stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { blurCoarsely, readCoarse } from '../raster/weighted-blur.ts'
import type { SurfacePixels } from './surface-pixels.ts'

/** Weight of pixels at the outline, which mix with the backdrop, in the wide blur. */
const outlineTrust = 0.06
/**
 * Sigma of the narrow blur that replaces colours along the rim, as a fraction of the rim's width.
 */
const nearSigma = 0.3
/** Sigma of the wide blur that replaces colours along the rim, as a fraction of the rim's width. */
const farSigma = 1.1
/** Distance at the rim's inner edge over which blurred colours fade in, in rim widths. */
const fadeIn = 0.35
/** Largest weight of blurred colours, 0 to 1. The original colour has the remaining weight. */
const blurredMost = 0.8
/**
 * Distance by which colours extend outside, in rim widths, because a renderer's filter reads there.
 */
const fadeOut = 0.5
/**
 * Width of the outermost part of the rim, in rim widths. There, the wide blur replaces the narrow
 * blur.
 */
const outermostWidth = 0.5
const outermostMost = 0.85

/**
 * Blurs the front's part of the texture along the silhouette, in place. One pixel there covers much
 * of the side and would make streaks.
 */
export function paintFront({ linear, trust, depth, band }: SurfacePixels): void {
  const deeper = createPlane(depth.width, depth.height)
  for (let i = 0; i < deeper.data.length; i++) {
    deeper.data[i] = trust.data[i] * (outlineTrust + smoothstep(0, band, depth.data[i]))
  }
  const near = blurCoarsely(linear, trust, band * nearSigma)
  const far = blurCoarsely(linear, deeper, band * farSigma)
  const { width } = depth
  for (let i = 0; i < deeper.data.length; i++) {
    const d = depth.data[i]
    if (d >= band || d < -band) continue
    const x = i % width
    const y = (i - x) / width
    const blurred =
      smoothstep(band, band * fadeIn, d) * smoothstep(-band, -band * fadeOut, d) * blurredMost
    const outermost = smoothstep(band * outermostWidth, 0, d) * outermostMost
    for (let c = 0; c < 3; c++) {
      const rim = readCoarse(near, c, x, y) * (1 - outermost) + readCoarse(far, c, x, y) * outermost
      linear[c].data[i] += (rim - linear[c].data[i]) * blurred
    }
  }
}

/**
 * Radius within which removed features are filled with the colours around them: a fraction of the
 * object's radius, at least `least` pixels.
 */
const backReach = { least: 3, ofRadius: 0.22 } as const

/**
 * Returns the back's part of the texture. For an object seen from the front, features such as a
 * face are filled with the colours around them. Otherwise the back is the front.
 */
export function paintBack(pixels: SurfacePixels, fields: ShapeFields): ThreePlanes {
  if (!fields.isFrontal) return pixels.linear
  const reach = Math.max(backReach.least, pixels.radius * backReach.ofRadius)
  const blurred = blurWithoutFeatures(pixels, fields, reach)
  blendAtRim(blurred, pixels)
  return blurred
}

/** Blends the back's colours into the front's along the silhouette, to hide the seam. */
export function blendAtRim(back: ThreePlanes, { linear, depth, band }: SurfacePixels): void {
  for (let c = 0; c < 3; c++) {
    const front = linear[c].data
    const own = back[c].data
    for (let i = 0; i < own.length; i++) {
      const inward = smoothstep(0, band, depth.data[i])
      if (inward < 1) own[i] = front[i] + (own[i] - front[i]) * inward
    }
  }
}

const reducedSigmaMin = 1.5
const reductionMax = 4

/** Blur (sigma) of kept colours, as a fraction of the radius from `backReach`. */
const keptSigma = 0.05
/**
 * Blur (sigma) of the colours that replace a feature, as a fraction of the radius from `backReach`.
 */
const filledSigma = 0.3
/**
 * Blur (sigma) of the border between kept and replaced colours, as a fraction of the radius from
 * `backReach`.
 */
const changeSigma = 0.12
const filledRange = [1, 0.35] as const
/** Minimum value in `ShapeFields.features` (0 to 1) of pixels that are painted over on the back. */
const featureMax = 0.25
/**
 * Minimum fraction of pixels that keep their colours on the back. If fewer pixels would, all pixels
 * keep their colours.
 */
const keptMin = 0.01

function blurWithoutFeatures(
  { linear, depth, weight, width, height }: SurfacePixels,
  { features }: ShapeFields,
  reach: number,
): ThreePlanes {
  const sigma = reach * keptSigma
  const factor =
    sigma < reducedSigmaMin ? 1 : clamp(Math.floor(sigma / reducedSigmaMin), 2, reductionMax)
  const smallWidth = Math.ceil(width / factor)
  const smallHeight = Math.ceil(height / factor)
  const shrink = (plane: Plane) =>
    factor === 1 ? copyPlane(plane) : averageDown(plane, smallWidth, smallHeight)
  const plain = findPlain(shrink(depth), features)
  const filled = mapThree(linear, shrink)
  fillUnknown(filled, plain)
  blurInPlace(plain, Math.max(2, reach * changeSigma) / factor)
  const inside = shrink(weight)
  const wide = blurCoarsely(filled, inside, Math.max(2, reach * filledSigma) / factor)
  const narrow = blurCoarsely(filled, inside, Math.max(1, reach * keptSigma) / factor)
  for (let i = 0; i < plain.data.length; i++) {
    const isFilled = smoothstep(filledRange[0], filledRange[1], plain.data[i])
    const x = i % smallWidth
    const y = (i - x) / smallWidth
    for (let c = 0; c < 3; c++) {
      const soft = readCoarse(narrow, c, x, y)
      filled[c].data[i] = isFilled > 0 ? soft + (readCoarse(wide, c, x, y) - soft) * isFilled : soft
    }
  }
  return mapThree(filled, (plane) => resample(plane, width, height))
}

function findPlain(depth: Plane, features: Plane): Plane {
  const plain = createPlane(depth.width, depth.height)
  const feature = stretch(features, depth.width, depth.height)
  let kept = 0
  for (let i = 0; i < plain.data.length; i++) {
    plain.data[i] = depth.data[i] > 0 && feature.data[i] < featureMax ? 1 : 0
    kept += plain.data[i]
  }
  if (kept < plain.data.length * keptMin) {
    for (let i = 0; i < plain.data.length; i++) plain.data[i] = depth.data[i] > 0 ? 1 : 0
  }
  return plain
}
