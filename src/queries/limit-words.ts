import { dateLanguage } from '#lib/language/translate.ts'
import { warnedAt, type LimitState, type Measure, type SpendingLimit } from '#contract/spending.ts'
import { formatCount } from '#lib/format.ts'
import { formatUsd } from '#lib/money.ts'
import { t } from '#languages/app.ts'

/**
 * Formats an amount such as `$1.50`, `20,000 tokens`, `3 models` or `1.5 GB`. Sizes use decimal
 * units: a MB is a million bytes.
 */
export function formatShortAmount(measure: Measure, amount: number): string {
  if (measure === 'usd') return formatUsd(amount)
  if (measure === 'tokens')
    return t('{amount, plural, one {# token} other {# tokens}}', { amount: Math.round(amount) })
  if (measure === 'models')
    return t('{amount, plural, one {# 3D model} other {# 3D models}}', {
      amount: Math.round(amount),
    })
  if (amount >= 1e9) return t('{amount} GB', { amount: formatTenths(amount / 1e9) })
  return amount >= 1e6 || amount === 0
    ? t('{amount} MB', { amount: formatTenths(amount / 1e6) })
    : t('{amount} KB', { amount: formatTenths(amount / 1e3) })
}

const formatTenths = (size: number): string => formatCount(Math.round(size * 10) / 10)

export const describeLimit = ({
  measure,
  amount,
  period,
}: Pick<SpendingLimit, 'measure' | 'amount' | 'period'>): string => {
  const shown = formatShortAmount(measure, amount)
  return period === 'day'
    ? t('{amount} a day', { amount: shown })
    : t('{amount} a month', { amount: shown })
}

export const getUsedRatio = ({ used, reserved, amount }: LimitState): number =>
  Math.min(1, (used + reserved) / amount)

const owners: Record<SpendingLimit['scope'], string> = {
  server: t('this server’s limit'),
  everyone: t('your limit'),
  team: t('your team’s limit'),
  person: t('your limit'),
  key: t('this key’s limit'),
  model: t('this model’s limit'),
}

export function limitWarning(limits: readonly LimitState[]): string | undefined {
  const [nearest] = limits.toSorted((a, b) => getUsedRatio(b) - getUsedRatio(a))
  if (!nearest || getUsedRatio(nearest) < warnedAt) return undefined
  const limit = t('{owners} of {nearest}', {
    owners: owners[nearest.scope],
    nearest: describeLimit(nearest),
  })
  const day = new Date(nearest.resetsAt).toLocaleDateString(dateLanguage, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const fraction = Math.floor(getUsedRatio(nearest) * 100)
  if (nearest.used >= nearest.amount) {
    return t('You have reached {limit}. It starts again on {day}.', { limit, day })
  }
  return t('{fraction}% of {limit} is used. It starts again on {day}.', { fraction, limit, day })
}
