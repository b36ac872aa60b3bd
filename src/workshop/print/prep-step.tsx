import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

type PrepStepRowProps = {
  title: string
  value: string
  isOpen?: boolean | undefined
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

export const PrepStepRow = ({ title, value, isOpen, onToggle, children }: PrepStepRowProps) => (
  <details
    open={isOpen}
    onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
    className="group/step"
  >
    <summary className="flex min-h-11 list-none items-center gap-3 rounded-lg px-3 select-none hover:bg-hover">
      <span className="shrink-0 font-medium">{title}</span>
      <span className="ms-auto min-w-0 text-end text-pretty text-ink-muted tabular-nums">
        {value}
      </span>
      <ChevronDown
        aria-hidden
        className="size-3.5 shrink-0 text-ink-faint transition-transform group-open/step:rotate-180"
      />
    </summary>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pt-1 pb-3.5">{children}</div>
  </details>
)
