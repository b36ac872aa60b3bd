import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { type Coverage, findCapturePlace, toPlaceKey } from './coverage.ts'

/** Looks that are compared with the current one. */
export const historyMax = 30
const markersMin = 4
const farMm = 700
/** Angle in degrees between two looks, up to which the phone is still. */
const stillMax = 4
/** A frame must be as sharp as this fraction of the sharpest recent one. */
const sharpnessMin = 0.82

/** Returns the place for which a frame is good enough to be taken; `undefined` if it is not. */
export function shouldTake(
  look: PhotoLook,
  history: readonly PhotoLook[],
  coverage: Coverage,
): string | undefined {
  const place = findCapturePlace(look)
  const before = history.at(-1)?.direction
  if (!place || !look.direction || !before || look.problem !== undefined) return undefined
  const key = toPlaceKey(place)
  if (coverage.has(key) || look.markers < markersMin || look.direction.distanceMm > farMm) {
    return undefined
  }
  const turn = Math.abs(((look.direction.azimuth - before.azimuth + 540) % 360) - 180)
  const across = turn * Math.cos((look.direction.elevation * Math.PI) / 180)
  const raise = Math.abs(look.direction.elevation - before.elevation)
  const sharpest = Math.max(...history.map(({ sharpness }) => sharpness))
  const isStill = Math.hypot(across, raise) <= stillMax
  return isStill && look.sharpness >= sharpnessMin * sharpest ? key : undefined
}
