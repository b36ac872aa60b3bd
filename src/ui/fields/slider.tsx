import { cn } from '../cn.ts'

declare module 'react' {
  interface CSSProperties {
    '--filled'?: number
  }
}

type SliderProps = {
  value: number
  onValueChange: (value: number) => void
  min: number
  max: number
  step?: number | 'any' | undefined
  disabled?: boolean | undefined
  isUnset?: boolean | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-valuetext'?: string | undefined
  className?: string | undefined
}

export function Slider({ onValueChange, isUnset, className, ...input }: SliderProps) {
  const { value, min, max } = input
  const filled = max > min ? (value - min) / (max - min) : 0
  return (
    <input
      {...input}
      type="range"
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
      data-unset={isUnset || undefined}
      style={{ '--filled': filled }}
      className={cn('slider', className)}
    />
  )
}
