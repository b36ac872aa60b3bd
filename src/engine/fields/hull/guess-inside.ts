import type { RowRuns } from './row-runs.ts'

export const outside = Number.NEGATIVE_INFINITY

/**
 * Exponent and radius of the filled superellipse in each pair of runs. They gained the most overlap on the
 * benchmark's models: 2 would be an ellipse, and a large exponent a rectangle.
 */
const exponent = 2.5
const radius = 1.02
/** Log odds at the middle of a superellipse, per radius. */
const oddsPerRadius = 6

/**
 * Returns the log odds that the object fills each cell between the outlines of front and side: each
 * run of the front and each run of the side in the same row are the axes of a superellipse.
 * @returns one value per cell; columns vary fastest, then rows, then layers from the back to the
 * front.
 */
export function guessInside(front: RowRuns, side: RowRuns): Float32Array {
  const [width, height, depth] = [front.width, front.height, side.width]
  const guesses = new Float32Array(width * height * depth).fill(outside)
  for (let z = 0, i = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const [f, s] = [y * width + x, y * depth + z]
        if (!front.inside[f] || !side.inside[s]) continue
        const [u, w] = [Math.abs(front.across[f]), Math.abs(side.across[s])]
        const distance = (u ** exponent + w ** exponent) ** (1 / exponent)
        guesses[i] = (radius - distance) * oddsPerRadius
      }
    }
  }
  return guesses
}
