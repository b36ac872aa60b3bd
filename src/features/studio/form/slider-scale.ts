import { clamp } from '#lib/clamp.ts'

export const positionMax = 1000

export type LogScale = {
  toPosition: (value: number) => number
  /**
   * Returns a value with two significant digits (`20000`, not `20137`), but the exact limits at
   * both ends.
   */
  fromPosition: (position: number) => number
  /**
   * Returns the previous or next round value, for a key press that moves the slider by less than
   * one round value.
   */
  next: (value: number, direction: 1 | -1) => number
}

/** Creates a scale on which each doubling has the same length. `min` must be above 0. */
export function logScale({ min, max, step }: { min: number; max: number; step: number }): LogScale {
  const low = Math.log(min)
  const width = Math.log(max) - low || 1
  const grainAt = (value: number) => Math.max(step, 10 ** (Math.floor(Math.log10(value)) - 1))
  const round = (value: number, grain: number) =>
    clamp(Number((Math.round(value / grain) * grain).toPrecision(12)), min, max)
  return {
    toPosition: (value) => ((Math.log(clamp(value, min, max)) - low) / width) * positionMax,
    fromPosition: (position) => {
      if (position <= 0) return min
      if (position >= positionMax) return max
      const exact = Math.exp(low + (position / positionMax) * width)
      return round(exact, grainAt(exact))
    },
    next: (value, direction) => {
      // Steps are smaller below a power of ten than above it.
      const grain = grainAt(direction < 0 ? value * (1 - 1e-9) : value)
      return round(value + direction * grain, grain)
    },
  }
}

/**
 * Returns the step for a range that defines no step: 1 for integers, else about 1/100 of the range.
 */
export function usualStep(isInteger: boolean, min: number, max: number): number {
  if (isInteger) return 1
  const span = max - min
  return Number.isFinite(span) && span > 0 ? 10 ** Math.floor(Math.log10(span / 50)) : 0.1
}
