import { measureDistance } from './chamfer-distance.ts'

const distanceMax = 16
/** Distances are stored in this many steps per px. */
export const stepsPerPx = 127 / distanceMax

/**
 * Returns the distance of each pixel to the edge of a mask in steps of `stepsPerPx`, negative
 * outside.
 */
export function measureSignedDistance(
  mask: Uint8Array,
  size: { readonly width: number; readonly height: number },
): Int8Array {
  const set = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) set[i] = mask[i] > 127 ? 1 : 0
  const inside = measureDistance(set, 0, size)
  const outside = measureDistance(set, 1, size)
  const distances = new Int8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    let distance = set[i] ? inside[i] - 0.5 : 0.5 - outside[i]
    if (Math.abs(distance) < 1) distance = mask[i] / 255 - 0.5
    distance = Math.max(-distanceMax, Math.min(distanceMax, distance))
    distances[i] = Math.round(distance * stepsPerPx)
  }
  return distances
}
