import type { Plane } from '../raster/plane.ts'

/** Minimum sum of the coverages of a faint line's pixel and its two neighbours across the line. */
const coverageMin = 0.35
const besideMax = 0.1
/** Coverage of faint lines in the result, just above the threshold of 0.5. */
const kept = 0.55

/** Raises lines thinner than a pixel, such as an aerial, above half coverage, in place. */
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

function isAcross(alpha: Float32Array, i: number, step: number): boolean {
  const [before, value, after] = [alpha[i - step], alpha[i], alpha[i + step]]
  if (value < before || value <= after) return false
  if (alpha[i - 2 * step] > besideMax || alpha[i + 2 * step] > besideMax) return false
  return before + value + after >= coverageMin
}
