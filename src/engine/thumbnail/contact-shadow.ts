import { blurInPlace } from '../raster/blur.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { sampleBilinear } from '../raster/sample.ts'
import type { Camera, SceneBounds } from './camera.ts'
import type { Draw } from './load-draws.ts'
import { createVisibility, rasterise } from './rasterise.ts'

/** Darkness of the ground below the model, seen from above. */
export type ContactShadow = {
  readonly darkness: Plane
  /** Height of the ground, and the corner and scale of `darkness` on it. */
  readonly groundY: number
  readonly left: number
  readonly top: number
  readonly pixelsPerUnit: number
}

const side = 160
/** Free space around the model's footprint for the shadow to fade. */
const margin = 28
const strength = 0.42

/** The nearer to the ground a part is, the darker the ground below it, blurred. */
export function castContactShadow(
  draws: readonly Draw[],
  { min, max, radius }: SceneBounds,
): ContactShadow {
  const extent = Math.max(max[0] - min[0], max[2] - min[2], radius * 0.1)
  const pixelsPerUnit = (side - 2 * margin) / extent
  const left = (min[0] + max[0]) / 2 - side / 2 / pixelsPerUnit
  const top = (min[2] + max[2]) / 2 - side / 2 / pixelsPerUnit
  const visibility = createVisibility(side)
  draws.forEach(({ positions, indices }, k) => {
    const points = new Float32Array(positions.length)
    for (let i = 0; i < positions.length; i += 3) {
      points[i] = (positions[i] - left) * pixelsPerUnit
      points[i + 1] = (positions[i + 2] - top) * pixelsPerUnit
      points[i + 2] = min[1] - positions[i + 1]
    }
    rasterise(visibility, { draw: k, points, indices })
  })
  const darkness = createPlane(side, side)
  for (let i = 0; i < darkness.data.length; i++) {
    if (visibility.draws[i] < 0) continue
    darkness.data[i] = strength * Math.exp((6 * visibility.nearest[i]) / radius)
  }
  blurInPlace(darkness, 6)
  return { darkness, groundY: min[1], left, top, pixelsPerUnit }
}

/** Tells the opacity of the shadow where the ray through a point of the picture meets the ground. */
export function shadowSeenBy(
  shadow: ContactShadow,
  { eye, right, up, back, focalPx, centreX, centreY }: Camera,
): (x: number, y: number) => number {
  const { darkness, groundY, left, top, pixelsPerUnit } = shadow
  const height = groundY - eye[1]
  return (x, y) => {
    const across = (x - centreX) / focalPx
    const upwards = (centreY - y) / focalPx
    const distance = height / (across * right[1] + upwards * up[1] - back[1])
    if (!(distance > 0)) return 0
    const alongX = eye[0] + (across * right[0] + upwards * up[0] - back[0]) * distance
    const alongZ = eye[2] + (across * right[2] + upwards * up[2] - back[2]) * distance
    const px = (alongX - left) * pixelsPerUnit
    const py = (alongZ - top) * pixelsPerUnit
    if (!(px >= 0 && py >= 0 && px < side && py < side)) return 0
    return sampleBilinear(darkness, px - 0.5, py - 0.5)
  }
}
