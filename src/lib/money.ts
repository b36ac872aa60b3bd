/** An amount in `USD`, `CNY` … or in a service's own credits. */
type Amount = { amount: number; currency: string }

/** `$0.0042`, `CN¥12.30`; below a hundredth with two digits that say something, nothing as `free`. */
export function formatMoney({ amount, currency }: Amount): string {
  if (amount === 0) return 'free'
  const digits = amount >= 0.1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)))
  try {
    return formatterOf(currency, digits).format(amount)
  } catch {
    // Services name credits of their own, which are no currency to the browser.
    return `${amount.toFixed(digits)} ${currency}`
  }
}

/** To make one takes longer than to use it a hundred times, and lists of models have hundreds of prices. */
const formatters = new Map<string, Intl.NumberFormat>()
const formattersMax = 100

/** @throws {RangeError} for what is no currency. */
function formatterOf(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  if (formatters.size >= formattersMax) formatters.clear()
  formatters.set(key, made)
  return made
}

/** `$0.25 in · $2.00 out`, for a million tokens each. */
export const formatTokenPrice = (price: {
  prompt: number
  completion: number
  currency: string
}): string =>
  price.prompt === 0 && price.completion === 0
    ? 'free'
    : `${formatMoney({ ...price, amount: price.prompt })} in · ${formatMoney({ ...price, amount: price.completion })} out`
