import type { ShapeFields } from '../fields.ts'
import { copyPlane, createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { fillUnknown } from '../raster/pull-push.ts'
import { stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { blurCoarsely, readCoarse, weightedBlur } from '../raster/weighted-blur.ts'
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
  const near = blurCoarsely(linear, trust, band * 0.3)
  const far = blurCoarsely(linear, deeper, band * 1.1)
  const { width } = depth
  for (let i = 0; i < deeper.data.length; i++) {
    const d = depth.data[i]
    // Far outside nothing is ever seen.
    if (d >= band || d < -band) continue
    const x = i % width
    const y = (i - x) / width
    const blurred = smoothstep(band, band * 0.35, d) * 0.8
    const outermost = smoothstep(band * 0.5, 0, d) * 0.85
    for (let c = 0; c < 3; c++) {
      const rim = readCoarse(near, c, x, y) * (1 - outermost) + readCoarse(far, c, x, y) * outermost
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
  const plainness = weightedBlur(plain, everywhere(width, height), Math.max(2, reach * 0.12))
  const wide = blurCoarsely(filled, weight, Math.max(2, reach * 0.3))
  for (let c = 0; c < 3; c++) {
    const narrow = weightedBlur(filled[c], weight, Math.max(1, reach * 0.05)).data
    const { data } = filled[c]
    for (let i = 0; i < data.length; i++) {
      const inward = smoothstep(0, band, depth.data[i])
      if (inward === 0) continue
      const isFilled = smoothstep(1, 0.35, plainness.data[i])
      let soft = narrow[i]
      if (isFilled > 0) {
        const x = i % width
        soft += (readCoarse(wide, c, x, (i - x) / width) - soft) * isFilled
      }
      data[i] += (soft - data[i]) * inward
    }
  }
  return filled
}

function everywhere(width: number, height: number): Plane {
  const plane = createPlane(width, height)
  plane.data.fill(1)
  return plane
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
