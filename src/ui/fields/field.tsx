import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useId, useMemo, type ReactNode } from 'react'
import { cn } from '../cn.ts'
import { FieldContext } from './field-control.ts'

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean | undefined
  isLabelHidden?: boolean | undefined
  aside?: ReactNode
  children: ReactNode
  className?: string
}

/** Renders label, hint and error around one control, which reads its ids from the context. */
export function FormField({
  label,
  hint,
  error,
  isRequired = false,
  isLabelHidden = false,
  aside,
  children,
  className,
}: FieldProps) {
  const id = useId()
  const labelId = `${id}-label`
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  const describedBy = errorId ?? hintId
  const context = useMemo(
    () => ({
      labelId,
      control: {
        id,
        'aria-describedby': describedBy,
        'aria-invalid': errorId === undefined ? undefined : (true as const),
        'aria-required': isRequired ? (true as const) : undefined,
      },
    }),
    [id, labelId, describedBy, errorId, isRequired],
  )

  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className={cn('flex items-center justify-between gap-3', isLabelHidden && 'sr-only')}>
        <label id={labelId} htmlFor={id} className="font-medium text-ink">
          {label}
          {isRequired && (
            <span aria-hidden className="text-accent">
              {' '}
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      <FieldContext value={context}>{children}</FieldContext>
      {error !== undefined && (
        <p id={errorId} role="alert" className="flex gap-1.5 text-xs text-danger">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {hint !== undefined && error === undefined && (
        <p id={hintId} className="text-xs text-pretty text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}
