import type { CameraDirection, PhotoLook } from '#lib/scan/live-messages.ts'
import { type Coverage, findCapturePlace, toPlaceKey } from './coverage.ts'

/** Number of earlier frames with which the current frame is compared. */
export const historyMax = 30
/** Angle in degrees up to which the sharpness of two frames can be compared. */
const similarMax = 15
const markersMin = 4
const farMm = 700
/**
 * Maximum angle in degrees between the directions of two frames while the phone counts as still.
 */
const stillMax = 4
/**
 * A frame must be at least this fraction as sharp as the sharpest recent frame from a similar
 * direction. Only similar directions count, because frames from low cameras are always less sharp
 * than frames from above.
 */
const sharpnessMin = 0.82

/**
 * Returns the round and sector for which a frame should be taken as a photo. Undefined if the frame
 * is not good enough or its sector has a photo.
 */
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
  const { direction } = look
  const similar = history.filter((one) => measureTurn(one.direction, direction) <= similarMax)
  const sharpest = Math.max(...similar.map(({ sharpness }) => sharpness))
  const isStill = measureTurn(before, direction) <= stillMax
  return isStill && look.sharpness >= sharpnessMin * sharpest ? key : undefined
}

/**
 * Returns the angle between two directions in degrees, or `Infinity` without the first direction.
 */
function measureTurn(from: CameraDirection | undefined, to: CameraDirection): number {
  if (!from) return Infinity
  const turn = Math.abs(((to.azimuth - from.azimuth + 540) % 360) - 180)
  const across = turn * Math.cos((to.elevation * Math.PI) / 180)
  return Math.hypot(across, to.elevation - from.elevation)
}
