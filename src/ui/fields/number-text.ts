import { clamp } from '#lib/clamp.ts'

export type NumberRange = {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  isInteger?: boolean | undefined
}

/**
 * Parses a number as users type it: `1,5` and `1.5` are one and a half, `20,000` and `20 000` are
 * twenty thousand.
 * @returns `undefined` if the text is not a finite number.
 */
export function parseNumber(text: string): number | undefined {
  let plain = text.replaceAll(/[\s'_]/g, '').replace('−', '-')
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) plain = plain.replaceAll(',', '')
  else plain = plain.replace(',', '.')
  if (plain === '') return undefined
  const value = Number(plain)
  return Number.isFinite(value) ? value : undefined
}

/** Formats `value` without binary rounding errors, so that 0.30000000000000004 becomes `0.3`. */
export const formatNumber = (value: number): string => String(Number(value.toPrecision(12)))

export function intoRange(value: number, { min, max, isInteger = false }: NumberRange): number {
  const whole = isInteger ? Math.round(value) : value
  return clamp(whole, min ?? -Infinity, max ?? Infinity)
}

/** Returns the value `count` steps away from `value`, on a grid of steps that starts at `min`. */
export function stepFrom(value: number, count: number, range: NumberRange): number {
  const { min, step = 1 } = range
  const origin = min ?? 0
  const position = (value - origin) / step
  // A value between two steps moves to the next full step first.
  const from = count > 0 ? Math.floor(position + 1e-9) : Math.ceil(position - 1e-9)
  return intoRange(Number((origin + (from + count) * step).toPrecision(12)), range)
}
