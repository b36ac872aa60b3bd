import type { ApiKey } from '#contract/access/keys.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/settings.ts'
import { formatUsd } from '#lib/money.ts'

export function SpendBar({ apiKey: { limits, spentUsd } }: { apiKey: ApiKey }) {
  const { monthlySpendUsd } = limits
  if (monthlySpendUsd === undefined) {
    if (spentUsd === 0) return null
    return (
      <p className="mt-0.5 text-xs text-ink-muted">
        {t('{spentUsd} this month', { spentUsd: formatUsd(spentUsd) })}
      </p>
    )
  }
  const fraction = Math.min(1, spentUsd / monthlySpendUsd)
  const isUsedUp = spentUsd >= monthlySpendUsd
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <div aria-hidden className="h-1 w-32 overflow-hidden rounded-full bg-pressed">
        <div
          className={cn('h-full rounded-full', isUsedUp ? 'bg-danger' : 'bg-accent')}
          style={{ width: `${fraction * 100}%` }}
        />
      </div>
      <p className={cn('text-xs tabular-nums', isUsedUp ? 'text-danger' : 'text-ink-muted')}>
        {t('{spentUsd} of {monthlySpendUsd} this month', {
          spentUsd: formatUsd(spentUsd),
          monthlySpendUsd: formatUsd(monthlySpendUsd),
        })}
        {isUsedUp && t(': limit reached')}
      </p>
    </div>
  )
}
