import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useFieldControl } from './field-control.ts'

type TextFieldProps = ComponentProps<'input'> & {
  icon?: ReactNode
  trailing?: ReactNode
}

export function TextField({ icon, trailing, className, type = 'text', ...input }: TextFieldProps) {
  const field = useFieldControl()
  if (icon === undefined && trailing === undefined) {
    return <input {...field} {...input} type={type} className={cn('control', className)} />
  }
  return (
    <div className={cn('control flex items-center gap-2', className)}>
      {icon !== undefined && (
        <span aria-hidden className="flex text-ink-faint [&_svg]:size-4">
          {icon}
        </span>
      )}
      <input
        {...field}
        {...input}
        type={type}
        className="h-full min-w-0 flex-1 outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
      />
      {trailing}
    </div>
  )
}
