import { warnedAt, type LimitState } from '#contract/spending.ts'
import { getUsedRatio } from '#queries/limit-words.ts'
import { cn } from '#ui/cn.ts'

/** Shows how much of a limit is used. Hidden from screen readers, which read the text beside it. */
export function LimitBar({ limit }: { limit: LimitState }) {
  const fraction = getUsedRatio(limit)
  const colour =
    limit.used >= limit.amount ? 'bg-danger' : fraction >= warnedAt ? 'bg-warning' : 'bg-accent'
  return (
    <div aria-hidden className="mt-2 h-1 overflow-hidden rounded-full bg-pressed">
      <div className={cn('h-full rounded-full', colour)} style={{ width: `${fraction * 100}%` }} />
    </div>
  )
}
