import { clamp } from '#lib/clamp.ts'
import { tidy } from './number-text.ts'

/** Maps a range of numbers onto 0…1000, which is what the slider itself moves over. */
export type SliderScale = {
  toPosition: (value: number) => number
  fromPosition: (position: number) => number
}

export const positionMax = 1000

/**
 * @param scale with `log` each doubling takes the same way; needs `min` above 0. Values then come out
 *   with two digits that count (`20000`, not `20137`), and the ends exactly.
 */
export function sliderScale(range: {
  min: number
  max: number
  step: number
  scale: 'linear' | 'log'
}): SliderScale {
  const { min, max, step, scale } = range
  const span = max - min
  if (scale === 'log' && min > 0 && span > 0) {
    const low = Math.log(min)
    const width = Math.log(max) - low
    return {
      toPosition: (value) => ((Math.log(clamp(value, min, max)) - low) / width) * positionMax,
      fromPosition: (position) => {
        if (position <= 0) return min
        if (position >= positionMax) return max
        const exact = Math.exp(low + (position / positionMax) * width)
        const grain = Math.max(step, 10 ** (Math.floor(Math.log10(exact)) - 1))
        return clamp(tidy(Math.round(exact / grain) * grain, grain), min, max)
      },
    }
  }
  return {
    toPosition: (value) => (span > 0 ? ((clamp(value, min, max) - min) / span) * positionMax : 0),
    fromPosition: (position) => {
      if (position >= positionMax) return max
      const exact = min + (Math.max(0, position) / positionMax) * span
      return clamp(tidy(min + Math.round((exact - min) / step) * step, step), min, max)
    },
  }
}

/** A step for the control of a range that names none: whole numbers, or about 1/100 of the range. */
export function usualStep(kind: 'integer' | 'number', min: number, max: number): number {
  if (kind === 'integer') return 1
  const span = max - min
  return Number.isFinite(span) && span > 0 ? 10 ** Math.floor(Math.log10(span / 50)) : 0.1
}
