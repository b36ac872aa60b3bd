import type { Measure } from '#contract/spending.ts'
import { formatCount } from '#lib/format.ts'
import { formatNumber, parseNumber } from '#ui/fields/number-text.ts'
import { t } from '#languages/settings.ts'

/**
 * For each kind of limit: the factor from the typed unit to the stored unit, and the minimum in the
 * typed unit.
 */
const units: Record<Measure, { factor: number; min: number }> = {
  usd: { factor: 1, min: 0.01 },
  tokens: { factor: 1_000, min: 0.001 },
  models: { factor: 1, min: 1 },
  bytes: { factor: 1e6, min: 0.001 },
}

export const measureUnits: Record<Measure, string> = {
  usd: t('in US dollars'),
  tokens: t('in thousands of tokens'),
  models: t('in 3D models'),
  bytes: t('in MB'),
}

const typedMax = 1e9

export const amountText = (measure: Measure, amount: number): string =>
  formatNumber(amount / units[measure].factor)

/**
 * Parses a typed limit. Returns the amount in US dollars, tokens, models or bytes, or an error
 * sentence.
 */
export function readAmount(measure: Measure, text: string): { amount?: number; problem?: string } {
  const { factor, min } = units[measure]
  const typed = parseNumber(text)
  if (typed === undefined) return { problem: t('Enter a number.') }
  if (typed < min) return { problem: t('Enter {min} or more.', { min }) }
  if (typed > typedMax)
    return { problem: t('Enter {typedMax} or less.', { typedMax: formatCount(typedMax) }) }
  if (measure === 'models' && !Number.isInteger(typed))
    return { problem: t('Enter a whole number.') }
  return { amount: typed * factor }
}
