import { formatPercent } from '#lib/format.ts'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type ProgressProps = {
  label: string
  value?: number | undefined
  isLabelHidden?: boolean
  detail?: ReactNode
  className?: string
}

/**
 * Renders a progress bar. The hidden native element is for screen readers, because browsers do not
 * allow styling it.
 */
export function Progress({
  label,
  value,
  isLabelHidden = false,
  detail,
  className,
}: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(value * 100)
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      {!isLabelHidden && (
        <div className="flex justify-between gap-3 text-xs">
          <span className="min-w-0 truncate text-ink">{label}</span>
          <span className="text-ink-muted tabular-nums">
            {detail ?? (value === undefined ? null : formatPercent(value))}
          </span>
        </div>
      )}
      <progress className="sr-only" aria-label={label} max={100} value={percent} />
      <div
        aria-hidden
        className="h-1.25 overflow-hidden rounded-full bg-pressed forced-color-adjust-none"
      >
        <div
          className={cn(
            'h-full rounded-full bg-accent',
            percent === undefined
              ? 'w-2/5 animate-sweep rtl:[--sweep-way:-1]'
              : 'transition-[width] duration-(--motion-sheet)',
          )}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
