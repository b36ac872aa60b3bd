import { formatPercent } from '#lib/format.ts'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { Spinner } from './spinner.tsx'

type ProgressProps = {
  label: string
  /** Fraction from 0 to 1. Undefined if it is unknown: the bar is then empty, with a spinner above. */
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
          <span className="flex min-w-0 items-center gap-1.5 text-ink">
            {value === undefined && <Spinner className="size-3.5 shrink-0 text-accent" />}
            <span className="truncate">{label}</span>
          </span>
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
          className="h-full rounded-full bg-accent transition-[width] duration-(--motion-sheet)"
          style={{ width: `${percent ?? 0}%` }}
        />
      </div>
    </div>
  )
}
