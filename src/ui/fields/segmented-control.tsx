import { useId, type ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useFieldControl, useFieldLabelId } from './field-control.ts'

export type SegmentOption<Value extends string> = {
  value: Value
  label: ReactNode
  icon?: ReactNode
  /** Tooltip, and the accessible name if the label is only an icon. */
  title?: string
}

type SegmentedControlProps<Value extends string> = {
  value: Value | undefined
  onValueChange: (value: Value) => void
  options: readonly SegmentOption<Value>[]
  label?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

export function SegmentedControl<Value extends string>({
  value,
  onValueChange,
  options,
  label,
  disabled,
  className,
}: SegmentedControlProps<Value>) {
  const field = useFieldControl()
  const labelId = useFieldLabelId()
  const name = useId()
  return (
    <div
      {...field}
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label === undefined ? labelId : undefined}
      className={cn(
        'inline-grid min-h-8.5 max-w-full auto-cols-[minmax(auto,1fr)] grid-flow-col gap-0.5 rounded-tile bg-hover p-0.75 coarse:min-h-11',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          data-tooltip={option.title}
          className="flex cursor-pointer items-center justify-center gap-1.5 rounded-code px-2.75 text-center text-xs font-medium text-ink-muted transition-colors select-none hover:text-ink has-checked:bg-surface-raised has-checked:text-ink has-checked:shadow-segment has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:text-ink-faint [&_svg]:size-4"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            aria-label={option.title}
            onChange={() => onValueChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          <span className="empty:hidden">{option.label}</span>
        </label>
      ))}
    </div>
  )
}
