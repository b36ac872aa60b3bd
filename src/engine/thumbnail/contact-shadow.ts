import { blurInPlace } from '../raster/blur.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { sampleBilinear } from '../raster/sample.ts'
import type { ThumbnailCamera, SceneBounds } from './camera.ts'
import type { Shape } from './load-draws.ts'
import { createVisibility, rasterise } from './rasterise.ts'

export type ContactShadow = {
  readonly darkness: Plane
  readonly groundY: number
  readonly left: number
  readonly top: number
  readonly pixelsPerUnit: number
}

const side = 160
/** Width of the margin around the model in which the shadow fades out, in pixels of the shadow. */
const margin = 28
const strength = 0.42

/** Computes a blurred shadow on the ground, darker below parts near the ground. */
export function castContactShadow(
  draws: readonly Shape[],
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

type Rows = {
  readonly widthPx: number
  readonly step: number
}

/**
 * Creates a function that returns the shadow's opacity for each pixel of a picture row.
 * @param camera whose horizon must be level.
 * @returns a function that reuses its array for the next row.
 */
export function createShadowRows(
  shadow: ContactShadow,
  { eye, right, up, back, focalPx, centreX, centreY }: ThumbnailCamera,
  { widthPx, step }: Rows,
): (row: number) => Float32Array {
  const { darkness, groundY, left, top, pixelsPerUnit } = shadow
  const darkAt = new Float32Array(widthPx)
  return (row) => {
    darkAt.fill(0)
    const upwards = (centreY - (row + 0.5) * step) / focalPx
    const distance = (groundY - eye[1]) / (upwards * up[1] - back[1])
    if (!(distance > 0)) return darkAt
    const scale = distance * pixelsPerUnit
    const growX = (right[0] * scale * step) / focalPx
    const growZ = (right[2] * scale * step) / focalPx
    const across = (0.5 * step - centreX) / focalPx
    const firstX =
      (eye[0] - left) * pixelsPerUnit + (across * right[0] + upwards * up[0] - back[0]) * scale
    const firstZ =
      (eye[2] - top) * pixelsPerUnit + (across * right[2] + upwards * up[2] - back[2]) * scale
    const [fromX, toX] = within(firstX, growX)
    const [fromZ, toZ] = within(firstZ, growZ)
    const from = Math.max(0, Math.ceil(Math.max(fromX, fromZ)))
    const to = Math.min(widthPx - 1, Math.floor(Math.min(toX, toZ)))
    for (let x = from; x <= to; x++) {
      darkAt[x] = sampleBilinear(darkness, firstX + growX * x - 0.5, firstZ + growZ * x - 0.5)
    }
    return darkAt
  }
}

function within(first: number, growth: number): readonly [number, number] {
  if (Math.abs(growth) < 1e-12) return first >= 0 && first < side ? [0, Infinity] : [1, 0]
  const [one, other] = [-first / growth, (side - first) / growth]
  return one < other ? [one, other] : [other, one]
}
