import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'

export const Warning = ({ children }: { children: ReactNode }) => (
  <p className="flex gap-2 text-xs text-pretty text-ink-muted">
    <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)
