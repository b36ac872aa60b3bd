import { useState, type KeyboardEvent } from 'react'
import { t } from '#languages/app.ts'
import { cn } from '../cn.ts'
import { useFieldControl } from './field-control.ts'
import { formatNumber, intoRange, parseNumber, stepFrom, type NumberRange } from './number-text.ts'

type NumberFieldProps = NumberRange & {
  value: number | undefined
  onValueChange: (value: number | undefined) => void
  unit?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  'aria-label'?: string | undefined
  className?: string | undefined
}

/**
 * Renders a number field. Enter and blur report the number, limited to the range. Invalid text and
 * Escape restore the old value. Shift makes the arrow keys' steps ten times as large.
 */
export function NumberField({
  value,
  onValueChange,
  min,
  max,
  step = 1,
  isInteger,
  unit,
  placeholder,
  disabled,
  className,
  'aria-label': label,
}: NumberFieldProps) {
  const field = useFieldControl()
  const [draft, setDraft] = useState<string>()
  const range = { min, max, step, isInteger }

  function commit() {
    if (draft === undefined) return
    setDraft(undefined)
    if (draft.trim() === '') return change(undefined)
    const typed = parseNumber(draft)
    if (typed !== undefined) change(intoRange(typed, range))
  }

  function change(next: number | undefined) {
    if (next !== value) onValueChange(next)
  }

  function stepBy(count: number) {
    const typed = draft === undefined ? undefined : parseNumber(draft)
    const from =
      typed ?? value ?? (placeholder === undefined ? undefined : parseNumber(placeholder))
    setDraft(undefined)
    change(from === undefined ? intoRange(min ?? 0, range) : stepFrom(from, count, range))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') commit()
    else if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation()
      setDraft(undefined)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      stepBy((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
    }
  }

  return (
    <div className={cn('control flex items-center gap-1.5', className)}>
      <input
        {...field}
        type="text"
        inputMode={isInteger && (min ?? -1) >= 0 ? 'numeric' : 'decimal'}
        role="spinbutton"
        aria-label={label}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={value === undefined ? t('unset') : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={placeholder}
        value={draft ?? (value === undefined ? '' : formatNumber(value))}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
        className="h-full w-full min-w-0 tabular-nums outline-none placeholder:text-ink-faint"
      />
      {unit !== undefined && (
        <span aria-hidden className="whitespace-nowrap text-xs text-ink-faint">
          {unit}
        </span>
      )}
    </div>
  )
}
