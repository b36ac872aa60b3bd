import type { ReactNode } from 'react'

/** Renders a named row of examples. */
export const SampleRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-2">
    <h3 className="text-xs font-medium text-ink-faint">{name}</h3>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </div>
)
