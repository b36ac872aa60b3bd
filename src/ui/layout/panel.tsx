import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type PanelProps = {
  label: string
  title: ReactNode
  actions?: ReactNode
  /** The main action and its cost, which stay visible while the content scrolls. */
  footer?: ReactNode
  children: ReactNode
  className?: string | undefined
}

export const Panel = ({ label, title, actions, footer, children, className }: PanelProps) => (
  <section aria-label={label} className={cn('flex min-h-0 flex-col bg-surface', className)}>
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line pe-3 ps-5 coarse:h-13.5">
      <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h2>
      {actions}
    </header>
    <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
    {footer !== undefined && (
      <footer className="shrink-0 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {footer}
      </footer>
    )}
  </section>
)
