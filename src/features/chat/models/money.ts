import type { Money } from '#contract/chat.ts'

/** `$0.0042`, `CN¥12.30`; below a hundredth with two digits that say something, nothing as `free`. */
export function formatMoney({ amount, currency }: Money): string {
  if (amount === 0) return 'free'
  const digits = amount >= 0.1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)))
  try {
    return amount.toLocaleString('en', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  } catch {
    // Services name credits of their own, which are no currency to the browser.
    return `${amount.toFixed(digits)} ${currency}`
  }
}
