import type { Plane } from '../raster/plane.ts'

/** What crosses a line adds up to this coverage at least. */
const coverageMin = 0.35
/** Two pixels off the line there is next to nothing. */
const besideMax = 0.1
/** Just above what counts as inside. */
const kept = 0.55

/**
 * Raises lines that are thinner than a pixel, and so nowhere half covered, in place: an aerial or a mast. Soft edges
 * are none, as one of their sides is full.
 */
export function keepFaintLines({ width, height, data }: Plane): void {
  const source = data.slice()
  const steps = [1, width, width + 1, width - 1]
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x
      const value = source[i]
      if (value > 0.5 || value < coverageMin / 2) continue
      if (steps.some((step) => isAcross(source, i, step))) data[i] = kept
    }
  }
}

/** Whether a line crosses the direction of `step` at a pixel; of two alike the first is the line. */
function isAcross(alpha: Float32Array, i: number, step: number): boolean {
  const [before, value, after] = [alpha[i - step], alpha[i], alpha[i + step]]
  if (value < before || value <= after) return false
  if (alpha[i - 2 * step] > besideMax || alpha[i + 2 * step] > besideMax) return false
  return before + value + after >= coverageMin
}
