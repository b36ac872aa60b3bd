import type { ReactNode } from 'react'

/** Places the navigation beside the page, and on phones below the page. */
export const WorkspaceFrame = ({ children }: { children: ReactNode }) => (
  <div className="group/app flex h-[calc(100dvh-var(--keyboard-height,0px))] flex-col-reverse bg-surface-sunken px-[max(env(safe-area-inset-left),env(safe-area-inset-right))] pt-[env(safe-area-inset-top)] max-md:bg-surface md:flex-row">
    {children}
  </div>
)
