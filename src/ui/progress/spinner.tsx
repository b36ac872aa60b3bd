import { LoaderCircle } from 'lucide-react'
import { cn } from '../cn.ts'

type SpinnerProps = {
  /** Said by screen readers. Leave it out where a text beside it says the same. */
  label?: string
  className?: string
}

/** Says that something is going on; with a label, to screen readers too. */
export function Spinner({ label, className }: SpinnerProps) {
  const icon = <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
  if (label === undefined) return icon
  return (
    <output aria-label={label} className="inline-flex">
      {icon}
    </output>
  )
}
