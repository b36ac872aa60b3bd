import { warnedAt, type LimitState, type Measure, type SpendingLimit } from '#contract/spending.ts'
import { formatCount, formatPlural } from '#lib/format.ts'

/**
 * Formats an amount such as `$1.50`, `20,000 tokens`, `3 models` or `1.5 GB`. Sizes use decimal
 * units: a MB is a million bytes.
 */
export function formatShortAmount(measure: Measure, amount: number): string {
  if (measure === 'usd') return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`
  if (measure === 'tokens') return formatPlural(Math.round(amount), 'token')
  if (measure === 'models') return formatPlural(Math.round(amount), '3D model')
  const [size, unit] =
    amount >= 1e9
      ? [amount / 1e9, 'GB']
      : amount >= 1e6 || amount === 0
        ? [amount / 1e6, 'MB']
        : [amount / 1e3, 'KB']
  return `${formatCount(Math.round(size * 10) / 10)} ${unit}`
}

export const describeLimit = ({
  measure,
  amount,
  period,
}: Pick<SpendingLimit, 'measure' | 'amount' | 'period'>): string =>
  `${formatShortAmount(measure, amount)} a ${period}`

export const getUsedRatio = ({ used, reserved, amount }: LimitState): number =>
  Math.min(1, (used + reserved) / amount)

const owners: Record<SpendingLimit['scope'], string> = {
  server: 'this server’s limit',
  everyone: 'your limit',
  team: 'your team’s limit',
  person: 'your limit',
  key: 'this key’s limit',
  model: 'this model’s limit',
}

export function limitWarning(limits: readonly LimitState[]): string | undefined {
  const [nearest] = limits.toSorted((a, b) => getUsedRatio(b) - getUsedRatio(a))
  if (!nearest || getUsedRatio(nearest) < warnedAt) return undefined
  const limit = `${owners[nearest.scope]} of ${describeLimit(nearest)}`
  const day = new Date(nearest.resetsAt).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const fraction = Math.floor(getUsedRatio(nearest) * 100)
  if (nearest.used >= nearest.amount) {
    return `You have reached ${limit}. It starts again on ${day}.`
  }
  return `${fraction}% of ${limit} is used. It starts again on ${day}.`
}
