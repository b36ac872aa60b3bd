import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { useFieldControl } from './field-control.ts'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'rows' | 'ref'> & {
  rowsMin?: number
  rowsMax?: number
}

/**
 * In browsers with `field-sizing`, the text area grows without measuring, which would cost a layout
 * per key press.
 */
const growsByItself = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content')

/** Renders a text area that grows with its text from `rowsMin` to `rowsMax` lines. */
export function TextArea({
  rowsMin = 2,
  rowsMax = 12,
  className,
  style,
  value,
  ...area
}: TextAreaProps) {
  const field = useFieldControl()
  const element = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    const { current } = element
    if (!current || growsByItself) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + 2}px`
  })

  return (
    <textarea
      {...field}
      {...area}
      ref={element}
      value={value}
      rows={rowsMin}
      style={{
        minHeight: `calc(${rowsMin}lh + 1rem + 2px)`,
        maxHeight: `calc(${rowsMax}lh + 1rem + 2px)`,
        ...style,
      }}
      className={cn('control h-auto! resize-none py-2 [field-sizing:content]', className)}
    />
  )
}
