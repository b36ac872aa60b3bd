import { isolateMeasures } from './language/format-message.ts'
import { language, t } from '#lib/language/translate.ts'

type Amount = { amount: number; currency: string }

/**
 * Formats an amount such as `$0.0042` or `CN¥12.30`. Amounts below 0.01 have two significant
 * digits, and zero is `free`.
 */
export function formatMoney({ amount, currency }: Amount): string {
  if (amount === 0) return t('free')
  const digits = amount >= 0.1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)))
  try {
    return isolateMeasures(getFormatter(currency, digits).format(amount), language)
  } catch {
    return `${amount.toFixed(digits)} ${currency}`
  }
}

/** Formats dollars such as `$0.35`, `$12` or `$0.0004`. */
export const formatUsd = (usd: number, digitsMax = usd > 0 && usd < 0.01 ? 4 : 2): string =>
  isolateMeasures(
    usd.toLocaleString(language, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: Number.isInteger(usd) ? 0 : 2,
      maximumFractionDigits: digitsMax,
    }),
    language,
  )

/**
 * Formatters by language, currency and number of digits. Cached, because creating a formatter takes longer
 * than a hundred calls of it.
 */
const formatters = new Map<string, Intl.NumberFormat>()
const formattersMax = 100

function getFormatter(currency: string, digits: number): Intl.NumberFormat {
  const key = `${language} ${currency} ${digits}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  if (formatters.size >= formattersMax) formatters.clear()
  formatters.set(key, made)
  return made
}

/** Formats a price per million tokens, such as `$0.25 in · $2.00 out`. */
export const formatTokenPrice = (price: {
  prompt: number
  completion: number
  currency: string
}): string =>
  price.prompt === 0 && price.completion === 0
    ? t('free')
    : t('{input} in · {output} out', {
        input: formatMoney({ ...price, amount: price.prompt }),
        output: formatMoney({ ...price, amount: price.completion }),
      })
