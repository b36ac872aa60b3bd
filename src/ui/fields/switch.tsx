import type { ReactNode } from 'react'
import { useFieldControl } from './field-control.ts'

type SwitchProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label?: ReactNode
  hint?: ReactNode
  disabled?: boolean | undefined
  'aria-label'?: string | undefined
}

export function Switch({ checked, onCheckedChange, label, hint, disabled, ...rest }: SwitchProps) {
  const field = useFieldControl()
  const input = (
    <input
      {...field}
      aria-label={rest['aria-label']}
      type="checkbox"
      role="switch"
      aria-checked={checked}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onCheckedChange(event.target.checked)}
      className="switch"
    />
  )
  if (label === undefined) return input
  return (
    <label className="flex min-h-8.5 cursor-pointer items-center justify-between gap-4 coarse:min-h-11">
      <span>
        <span className="block font-medium text-ink">{label}</span>
        {hint !== undefined && (
          <span className="block text-xs text-pretty text-ink-faint">{hint}</span>
        )}
      </span>
      {input}
    </label>
  )
}
