import type { ShapeFields } from '../fields.ts'
import { blur } from '../raster/blur.ts'
import { copyPlane, createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { fillUnknown } from '../raster/pull-push.ts'
import { stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlurAll } from '../raster/weighted-blur.ts'
import type { SurfacePixels } from './surface-pixels.ts'

/**
 * The front chart, in place: along the silhouette, where a pixel stretches far around the side,
 * colours give way to ones blurred along the rim. Without it the sides show streaks.
 */
export function paintFront({ linear, trust, depth, band }: SurfacePixels): void {
  const deeper = createPlane(depth.width, depth.height)
  for (let i = 0; i < deeper.data.length; i++) {
    deeper.data[i] = trust.data[i] * (0.06 + smoothstep(0, band, depth.data[i]))
  }
  const near = weightedBlurAll(linear, trust, band * 0.3)
  const far = weightedBlurAll(linear, deeper, band * 1.1)
  for (let i = 0; i < deeper.data.length; i++) {
    const d = depth.data[i]
    if (d >= band) continue
    const blurred = smoothstep(band, band * 0.35, d) * 0.8
    const outermost = smoothstep(band * 0.5, 0, d) * 0.85
    for (let c = 0; c < 3; c++) {
      const rim = near[c].data[i] * (1 - outermost) + far[c].data[i] * outermost
      linear[c].data[i] += (rim - linear[c].data[i]) * blurred
    }
  }
}

/**
 * The back chart. For an object seen from the front it is the front without its features, filled
 * from around them; otherwise it is the front itself, which the projection mirrors.
 */
export function paintBack(pixels: SurfacePixels, fields: ShapeFields): ThreePlanes {
  if (!fields.isFrontal) return pixels.linear
  const { linear, depth, weight, width, height, radius, band } = pixels
  const plain = findPlain(pixels, fields)
  const filled = mapThree(linear, copyPlane)
  fillUnknown(filled, plain)
  const reach = Math.max(3, radius * 0.22)
  const plainness = blur(plain, Math.max(2, reach * 0.12))
  const wide = weightedBlurAll(filled, weight, Math.max(2, reach * 0.3))
  const narrow = weightedBlurAll(filled, weight, Math.max(1, reach * 0.05))
  for (let i = 0; i < width * height; i++) {
    const inward = smoothstep(0, band, depth.data[i])
    if (inward === 0) continue
    const isFilled = smoothstep(1, 0.35, plainness.data[i])
    for (let c = 0; c < 3; c++) {
      const soft = narrow[c].data[i] + (wide[c].data[i] - narrow[c].data[i]) * isFilled
      filled[c].data[i] += (soft - filled[c].data[i]) * inward
    }
  }
  return filled
}

/** 1 where the front's colour may stay on the back; all of the object if that would leave nothing. */
function findPlain({ width, height, depth }: SurfacePixels, { features }: ShapeFields): Plane {
  const plain = createPlane(width, height)
  const feature = stretch(features, width, height)
  let kept = 0
  for (let i = 0; i < plain.data.length; i++) {
    plain.data[i] = depth.data[i] > 0 && feature.data[i] < 0.25 ? 1 : 0
    kept += plain.data[i]
  }
  if (kept < plain.data.length * 0.01) {
    for (let i = 0; i < plain.data.length; i++) plain.data[i] = depth.data[i] > 0 ? 1 : 0
  }
  return plain
}
