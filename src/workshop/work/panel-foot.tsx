import type { ReactNode } from 'react'

export const PanelFoot = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-4 mt-auto -mb-4 grid gap-2.5 border-t border-line bg-surface px-4 py-3">
    {children}
  </div>
)
