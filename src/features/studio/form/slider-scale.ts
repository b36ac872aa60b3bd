import { clamp } from '#lib/clamp.ts'

/** Where the thumb of a logarithmic slider may stand: 0 to 1000. */
export const positionMax = 1000

export type LogScale = {
  toPosition: (value: number) => number
  /** A value with two digits that count (`20000`, not `20137`); the ends come out exactly. */
  fromPosition: (position: number) => number
  /** The value before or after `value`, for a press of a key that would not reach it otherwise. */
  next: (value: number, direction: 1 | -1) => number
}

/** A slider on which each doubling takes the same way. `min` must be above 0. */
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
      // Just below a power of ten the grain is finer than just above it.
      const grain = grainAt(direction < 0 ? value * (1 - 1e-9) : value)
      return round(value + direction * grain, grain)
    },
  }
}

/** A step for the control of a range that names none: whole numbers, or about 1/100 of the range. */
export function usualStep(isInteger: boolean, min: number, max: number): number {
  if (isInteger) return 1
  const span = max - min
  return Number.isFinite(span) && span > 0 ? 10 ** Math.floor(Math.log10(span / 50)) : 0.1
}
