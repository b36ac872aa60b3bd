import type { Shape } from './load-draws.ts'

/** A perspective camera. Lengths are in pixels of a square picture. */
export type ThumbnailCamera = {
  readonly sidePx: number
  readonly eye: readonly [number, number, number]
  readonly right: readonly [number, number, number]
  readonly up: readonly [number, number, number]
  /** Unit vector towards the viewer. */
  readonly back: readonly [number, number, number]
  readonly focalPx: number
  readonly centreX: number
  readonly centreY: number
}

export type ViewAngles = { yaw: number; pitch: number }

/**
 * Half the angle that the bounding sphere fills, in radians. The angle is small, to avoid
 * perspective distortion.
 */
const halfAngle = (14 * Math.PI) / 180
const margin = 0.05
/** Margin below the model, as a fraction of the picture, with space for the shadow. */
const marginBelow = 0.09

/** Returns the bounding box of all vertices, or `undefined` if it has no extent. */
export function findBounds(draws: readonly Shape[]) {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const { positions } of draws) {
    for (let k = 0; k < positions.length; k++) {
      const c = k % 3
      if (positions[k] < min[c]) min[c] = positions[k]
      if (positions[k] > max[c]) max[c] = positions[k]
    }
  }
  const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2
  return Number.isFinite(radius) && radius > 0 ? { min, max, radius } : undefined
}

export type SceneBounds = NonNullable<ReturnType<typeof findBounds>>

type Shot = {
  readonly bounds: SceneBounds
  readonly view: ViewAngles
  readonly sidePx: number
}

export function placeCamera(
  draws: readonly Shape[],
  { bounds: { min, max, radius }, view: { yaw, pitch }, sidePx }: Shot,
): ThumbnailCamera {
  const back = [
    Math.sin(yaw) * Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(yaw) * Math.cos(pitch),
  ] as const
  const right = [Math.cos(yaw), 0, -Math.sin(yaw)] as const
  const up = [
    back[1] * right[2] - back[2] * right[1],
    back[2] * right[0] - back[0] * right[2],
    back[0] * right[1] - back[1] * right[0],
  ] as const
  const distance = radius / Math.sin(halfAngle)
  const eye = [
    (min[0] + max[0]) / 2 + back[0] * distance,
    (min[1] + max[1]) / 2 + back[1] * distance,
    (min[2] + max[2]) / 2 + back[2] * distance,
  ] as const
  const unit: ThumbnailCamera = { sidePx, eye, right, up, back, focalPx: 1, centreX: 0, centreY: 0 }

  let [left, rightmost, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const draw of draws) {
    const projected = projectVertices(unit, draw.positions)
    for (let k = 0; k < projected.length; k += 3) {
      left = Math.min(left, projected[k])
      rightmost = Math.max(rightmost, projected[k])
      top = Math.min(top, projected[k + 1])
      bottom = Math.max(bottom, projected[k + 1])
    }
  }
  const focalPx = Math.min(
    (sidePx * (1 - 2 * margin)) / Math.max(1e-9, rightmost - left),
    (sidePx * (1 - margin - marginBelow)) / Math.max(1e-9, bottom - top),
  )
  return {
    ...unit,
    focalPx,
    centreX: sidePx / 2 - ((left + rightmost) / 2) * focalPx,
    centreY: sidePx * (0.5 + (margin - marginBelow) / 2) - ((top + bottom) / 2) * focalPx,
  }
}

/** Returns picture x, picture y and inverse distance of each vertex. */
export function projectVertices(camera: ThumbnailCamera, positions: Float32Array): Float32Array {
  const { eye, right, up, back, focalPx, centreX, centreY } = camera
  const projected = new Float32Array(positions.length)
  for (let k = 0; k < positions.length; k += 3) {
    const x = positions[k] - eye[0]
    const y = positions[k + 1] - eye[1]
    const z = positions[k + 2] - eye[2]
    const inverse = -1 / (x * back[0] + y * back[1] + z * back[2])
    projected[k] = centreX + focalPx * inverse * (x * right[0] + y * right[1] + z * right[2])
    projected[k + 1] = centreY - focalPx * inverse * (x * up[0] + y * up[1] + z * up[2])
    projected[k + 2] = inverse
  }
  return projected
}
