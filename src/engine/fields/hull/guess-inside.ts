import type { RowRuns } from './row-runs.ts'

export const outside = Number.NEGATIVE_INFINITY

/**
 * Exponent of the superellipse, where 2 is an ellipse. This exponent and radius gave the most
 * overlap with the benchmark's models.
 */
const exponent = 2.5
/**
 * Radius of the superellipse, as a fraction of half the length of a run (an unbroken row of inside
 * cells).
 */
const radius = 1.02
const oddsPerRadius = 6

/**
 * Predicts which cells the object fills from its outlines from the front and from the side. Each
 * run of inside cells of a front row is combined with each run of the side row to a superellipse.
 * @returns log odds per cell; columns vary fastest, then rows, then layers from the back to the
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
