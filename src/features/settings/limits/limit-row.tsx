import { dateLanguage } from '#lib/language/translate.ts'
import type { ReactNode } from 'react'
import type { LimitState, Measure } from '#contract/spending.ts'
import { formatCount } from '#lib/format.ts'
import { describeLimit, formatShortAmount } from '#queries/limit-words.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/settings.ts'
import { LimitBar } from './limit-bar.tsx'

type LimitRowProps = {
  limit: LimitState
  title: string
  hasSum: boolean
  action?: ReactNode
}

export function LimitRow({ limit, title, hasSum, action }: LimitRowProps) {
  const { measure, used, reserved, amount, resetsAt } = limit
  const isUsedUp = used >= amount
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <h3 className="font-medium wrap-anywhere">{title}</h3>
        <p
          className={cn('mt-0.5 text-xs tabular-nums', isUsedUp ? 'text-danger' : 'text-ink-muted')}
        >
          {hasSum
            ? t('{measure} of {limit}', {
                measure: formatUsed(measure, used),
                limit: describeLimit(limit),
              })
            : describeLimit(limit)}
          {hasSum &&
            reserved > 0 &&
            t(', {measure} reserved', { measure: formatUsed(measure, reserved) })}
          {hasSum &&
            isUsedUp &&
            t(': limit reached until {resetsAt}', { resetsAt: formatDayOfReset(resetsAt) })}
        </p>
        {hasSum && <LimitBar limit={limit} />}
      </div>
      {action}
    </li>
  )
}

const formatUsed = (measure: Measure, amount: number): string =>
  measure === 'tokens' || measure === 'models'
    ? formatCount(Math.round(amount))
    : formatShortAmount(measure, amount)

const formatDayOfReset = (moment: string): string =>
  new Date(moment).toLocaleDateString(dateLanguage, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
