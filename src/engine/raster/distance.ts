import { blurInPlace } from './blur.ts'
import { applyLowerEnvelope, roomForEnvelope } from './lower-envelope.ts'
import { createPlane, type Plane } from './plane.ts'

/**
 * Distance if no pixel exists to measure to, in pixels. A 32-bit float holds the square exactly.
 */
const farAway = 1e4

/**
 * Returns the signed distance in pixels to the line where coverage is one half, positive inside,
 * blurred by a Gaussian of `sigma`.
 */
export function signedDistance(coverage: Plane, sigma: number): Plane {
  const { width, height } = coverage
  const alpha = coverage.data
  const distance = createPlane(width, height)
  const { data } = distance
  const toOutside = squaredDistances(coverage, false)
  for (let i = 0; i < data.length; i++) {
    if (alpha[i] > 0.5) data[i] = Math.min(Math.sqrt(toOutside[i]), farAway) - 0.5
  }
  const toInside = squaredDistances(coverage, true)
  for (let i = 0; i < data.length; i++) {
    const excess = alpha[i] - 0.5
    if (excess <= 0) data[i] = 0.5 - Math.min(Math.sqrt(toInside[i]), farAway)
    if (Math.abs(data[i]) < 0.6 && Math.abs(excess) < 0.49) data[i] = excess
  }
  blurInPlace(distance, sigma)
  return distance
}

/**
 * Returns the exact squared distance from every pixel to the nearest pixel inside (or outside), by
 * lower envelopes of parabolas (P. Felzenszwalb and D. Huttenlocher, Distance Transforms of Sampled
 * Functions, 2012).
 */
function squaredDistances({ width, height, data: alpha }: Plane, toInside: boolean): Float32Array {
  const squared = new Float32Array(width * height)
  for (let x = 0; x < width; x++) squared[x] = alpha[x] > 0.5 === toInside ? 0 : farAway
  for (let i = width; i < squared.length; i++) {
    squared[i] = alpha[i] > 0.5 === toInside ? 0 : Math.min(farAway, squared[i - width] + 1)
  }
  for (let i = squared.length - width - 1; i >= 0; i--) {
    const below = squared[i + width] + 1
    if (below < squared[i]) squared[i] = below
  }
  for (let i = 0; i < squared.length; i++) squared[i] *= squared[i]

  const room = roomForEnvelope(width)
  for (let offset = 0; offset < squared.length; offset += width) {
    // Process the row in parts, because a pixel of distance 0 is the nearest pixel for all pixels
    // behind it.
    for (let x = 0; x < width; x++) {
      if (squared[offset + x] === 0) continue
      let end = x + 1
      while (end < width && squared[offset + end] !== 0) end++
      applyLowerEnvelope(squared, offset, Math.max(0, x - 1), Math.min(width, end + 1), room)
      x = end
    }
  }
  return squared
}
