import { useId, type ReactNode } from 'react'
import { cn } from '../cn.ts'

type FilterPillsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  className?: string | undefined
}

export function FilterPills<Value extends string>(props: FilterPillsProps<Value>) {
  const { label, value, onValueChange, options, className } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={cn('flex flex-wrap gap-1.5', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex h-7.5 cursor-pointer items-center rounded-full border border-line-strong px-3 text-xs font-medium whitespace-nowrap text-ink-muted transition-colors select-none hover:text-ink has-checked:border-ink has-checked:bg-ink has-checked:text-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent coarse:h-11"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
