import type { LimitState } from '#contract/spending.ts'
import { describeLimit, formatShortAmount } from '#queries/limit-words.ts'
import { t } from '#languages/settings.ts'
import { LimitBar } from '../limits/limit-bar.tsx'
import { titleOwnLimit } from '../limits/title-limit.ts'
import { forecastUse } from './budget.ts'
import { formatUsageDay } from './day-columns.tsx'

const dayMs = 86_400_000

/** Shows how much of a budget is used, and its use at the end of the month. */
export function BudgetLine({ budget, nowMs }: { budget: LimitState; nowMs: number }) {
  const forecast = forecastUse(budget, nowMs)
  return (
    <div className="mt-4 max-w-80 text-xs text-ink-muted tabular-nums">
      <p>
        <span className="font-medium text-ink">
          {t('{measure} of {limit}', {
            measure: formatShortAmount('usd', budget.used),
            limit: describeLimit(budget),
          })}
        </span>
        {' · '}
        {titleOwnLimit(budget)}
      </p>
      <LimitBar limit={budget} />
      {forecast !== undefined && (
        <p className="mt-2">
          {t('At this pace {amount} by {day}', {
            amount: formatShortAmount('usd', forecast),
            day: formatUsageDay(new Date(Date.parse(budget.resetsAt) - dayMs).toISOString()),
          })}
        </p>
      )}
    </div>
  )
}
