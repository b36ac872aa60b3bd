import LoaderCircle from 'lucide-react/icons/loader-circle'
import { cn } from '../cn.ts'

type SpinnerProps = {
  /** Text for screen readers. Omit the label if text beside the spinner says the same. */
  label?: string
  className?: string
}

export function Spinner({ label, className }: SpinnerProps) {
  const icon = <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
  if (label === undefined) return icon
  return (
    <output aria-label={label} className="inline-flex">
      {icon}
    </output>
  )
}
