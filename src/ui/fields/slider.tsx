import type { CSSProperties } from 'react'
import { cn } from '../cn.ts'

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
      style={{ '--filled': filled } as CSSProperties}
      className={cn('slider', className)}
    />
  )
}
