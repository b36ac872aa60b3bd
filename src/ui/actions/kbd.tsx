import type { ReactNode } from 'react'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-code bg-hover px-1.25 font-sans text-2xs font-medium whitespace-nowrap text-ink-muted">
    {children}
  </kbd>
)
