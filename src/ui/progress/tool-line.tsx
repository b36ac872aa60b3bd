import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type ReactNode } from 'react'

type ToolLineProps = {
  icon: ReactNode
  /** Sentence in the past tense, such as `Read two pages and made a model`. */
  summary: ReactNode
  aside?: ReactNode
  isOpenAtFirst?: boolean
  children: ReactNode
}

export function ToolLine({ icon, summary, aside, isOpenAtFirst = false, children }: ToolLineProps) {
  // Only the first value counts, because a later change must not close a line that the user reads.
  const [startsOpen] = useState(isOpenAtFirst)
  return (
    <details open={startsOpen} className="group/line">
      <summary className="flex min-h-8 list-none items-center gap-2.25 rounded-md text-ink-muted select-none hover:text-ink coarse:min-h-11">
        <span aria-hidden className="flex text-ink-faint [&_svg]:size-3.75">
          {icon}
        </span>
        <span className="min-w-0 truncate">{summary}</span>
        {aside !== undefined && (
          <span className="shrink-0 text-xs text-ink-faint tabular-nums">{aside}</span>
        )}
        <ChevronDown
          aria-hidden
          className="size-3.5 shrink-0 text-ink-faint transition-transform group-open/line:rotate-180"
        />
      </summary>
      <div className="pt-1 pb-2 ps-6 text-ink-muted">{children}</div>
    </details>
  )
}
