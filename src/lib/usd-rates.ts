import { ownValue } from './own-value.ts'

/**
 * US dollars per unit of each currency. Rounded up, so that limits in dollars hold when exchange
 * rates change.
 */
const usdRates: Readonly<Record<string, number>> = { USD: 1, CNY: 0.15, EUR: 1.25 }

/** Returns undefined for a currency without a rate, such as provider credits. */
export function toUsd({
  amount,
  currency,
}: {
  amount: number
  currency: string
}): number | undefined {
  const rate = ownValue(usdRates, currency)
  return rate === undefined ? undefined : amount * rate
}
