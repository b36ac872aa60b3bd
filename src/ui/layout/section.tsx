import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState, type ReactNode } from 'react'

type SectionProps = {
  title: ReactNode
  isOpen?: boolean
  aside?: ReactNode
  children: ReactNode
}

/**
 * Renders a section of a panel that the user can open and close. The browser's page search opens a
 * closed section with a match.
 */
export function PanelSection({ title, isOpen = true, aside, children }: SectionProps) {
  // Only the first value counts, because a later change must not close a section that the user
  // reads.
  const [startsOpen] = useState(isOpen)
  return (
    <details open={startsOpen} className="border-t border-line first:border-t-0">
      <summary className="flex h-10 list-none items-center gap-1.5 rounded-md px-1 font-medium text-ink select-none hover:text-ink coarse:h-11">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-ink-faint transition-transform [details[open]>summary>&]:rotate-90"
        />
        <span className="flex-1 truncate">{title}</span>
        {aside}
      </summary>
      <div className="flex flex-col gap-4 px-1 pt-1 pb-4">{children}</div>
    </details>
  )
}
