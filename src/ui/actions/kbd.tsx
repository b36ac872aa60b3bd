import type { ReactNode } from 'react'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid h-5 shrink-0 whitespace-nowrap min-w-5 place-items-center rounded-sm border border-line-strong bg-surface-raised px-1 font-sans text-xs text-ink-muted shadow-[0_1px_0_var(--line-strong)]">
    {children}
  </kbd>
)
