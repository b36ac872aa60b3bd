import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'

type ToolLineProps = {
  icon: ReactNode
  /** Elements in one row. An element with `min-w-0 truncate` is cut if the row is too narrow. */
  summary: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  /** Rendered while the line is open. */
  children: ReactNode
}

/** Renders a line about what the model did. The details are shown when the user opens it. */
export const ToolLine = ({ icon, summary, isOpen, onToggle, children }: ToolLineProps) => (
  <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
    <summary className="flex min-h-8 max-w-full list-none items-center gap-2 rounded-md text-ink-muted select-none hover:text-ink coarse:min-h-11">
      <span aria-hidden className="flex shrink-0 text-ink-faint [&_svg]:size-3.75">
        {icon}
      </span>
      {summary}
      <ChevronRight
        aria-hidden
        className="size-3.5 shrink-0 text-ink-faint transition-transform [[open]>summary>&]:rotate-90"
      />
    </summary>
    {isOpen && children}
  </details>
)
