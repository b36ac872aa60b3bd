import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { isApple } from '#lib/browser/is-apple.ts'
import { useBelowToasts } from '#ui/feedback/use-below-toasts.ts'
import { formatRoughDuration } from '#lib/format.ts'
import type { Output } from '#lib/params/output.ts'
import { formatPrice, type Price } from '#lib/params/price.ts'
import { t } from '#languages/studio.ts'

type GenerateBarProps = {
  icon: ReactNode
  onPressed: () => void
  isStarting: boolean
  /** Names the picture that the generator still needs. A press then shows the field. */
  missing: string | undefined
  /**
   * True if the shown model was, or is being, made from this form. Another model is then not the
   * next step.
   */
  isMade: boolean
  /** Usual shortest and longest duration of one model in milliseconds. */
  usualMs: readonly [number, number] | undefined
  price: Price | undefined
  output: Output | undefined
  problems: readonly string[]
  count: number
  line: ReactNode
  more: ReactNode
}

export function GenerateBar({
  icon,
  onPressed,
  isStarting,
  missing,
  isMade,
  usualMs,
  price,
  output,
  problems,
  count,
  line,
  more,
}: GenerateBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useBelowToasts(bar)
  const reasonId = useId()
  const isReady = missing === undefined
  return (
    <div
      ref={bar}
      className={cn(
        'bottom-0 z-10 grid grid-cols-1 gap-2 border-t border-line bg-surface p-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))]',
        // On phones, the first steps need the room.
        isReady ? 'sticky' : 'md:sticky',
      )}
    >
      {problems.map((problem) => (
        <p key={problem} role="alert" className="flex gap-1.5 px-1 text-xs text-pretty text-danger">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {problem}
        </p>
      ))}
      {output?.formats[0] !== undefined && output.formats[0] !== 'glb' && (
        <p className="px-1 text-xs text-pretty text-ink-faint">
          {t('Output format: {formats}.', { formats: output.formats[0].toUpperCase() })}
        </p>
      )}
      {price?.note !== undefined && (
        <details className="px-1 text-xs text-ink-faint">
          <summary className="cursor-pointer">{t('Price details')}</summary>
          <ul className="grid gap-0.5 py-1 tabular-nums">
            {price.parts.map(({ label, amount }) => (
              <li key={label} className="flex justify-between gap-2">
                {label}
                <span>{formatPrice({ ...price, amount, isCertain: true })}</span>
              </li>
            ))}
          </ul>
          <p className="text-pretty">{price.note}</p>
        </details>
      )}
      {line}
      {!isReady && (
        <p id={reasonId} className="px-1 text-xs text-pretty text-ink-muted">
          {missing}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          onClick={onPressed}
          variant={isReady && !isMade ? 'primary' : 'secondary'}
          size="lg"
          icon={icon}
          isLoading={isStarting}
          data-tooltip={t('Generate')}
          data-tooltip-keys={isApple() ? '⌘ ↵' : 'Ctrl ↵'}
          // The time wraps and is clipped if there is no space for it beside the price.
          aria-describedby={isReady ? undefined : reasonId}
          className={cn(
            'min-w-0 flex-1 flex-wrap content-start gap-y-4 overflow-hidden py-2.5 coarse:py-2.75',
            !isReady && 'border-line! bg-surface-sunken! text-ink-faint! shadow-none!',
          )}
        >
          <span className="max-w-[calc(100%-1.5rem)] truncate">
            {isMade ? t('Generate again') : t('Generate')}
            {price && (
              <span className="ms-2 font-normal">
                · {formatPrice({ ...price, amount: Number((price.amount * count).toFixed(6)) })}
              </span>
            )}
          </span>
          {usualMs && (
            <span className="font-normal">
              · {describeUsual(usualMs, count, price !== undefined)}
            </span>
          )}
        </Button>
        {more}
      </div>
    </div>
  )
}

const describeUsual = ([low, high]: readonly [number, number], count: number, isShort: boolean) =>
  formatRoughDuration((low / 1000) * count, isShort, (high / 1000) * count)
