import type { ReactNode, Ref } from 'react'
import { cn } from '#ui/cn.ts'

/** Places the navigation beside the page, and on phones below the page. */
export const WorkspaceFrame = ({ children }: { children: ReactNode }) => (
  <div className="group/app flex h-[calc(100dvh-var(--keyboard-height,0px))] flex-col-reverse bg-surface-sunken px-[max(env(safe-area-inset-left),env(safe-area-inset-right))] pt-[env(safe-area-inset-top)] max-md:bg-surface md:flex-row">
    {children}
  </div>
)

type WorkspaceContentProps = { ref?: Ref<HTMLElement>; notice?: ReactNode; children: ReactNode }

/** Places a notice above the current page. */
export const WorkspaceContent = ({ ref, notice, children }: WorkspaceContentProps) => (
  <main
    ref={ref}
    id="content"
    tabIndex={-1}
    className="flex min-h-0 min-w-0 flex-1 flex-col outline-none md:py-2 md:pe-2"
  >
    {notice}
    <div className="relative min-h-0 flex-1">{children}</div>
  </main>
)

/** Pages on one white sheet beside the navigation. Other pages draw their own surfaces. */
const withSheet: ReadonlySet<string> = new Set(['studio', 'viewer', 'compare', 'phone'])

type PlaceFrameProps = { name: string; isHidden?: boolean; children: ReactNode }

export const PlaceFrame = ({ name, isHidden = false, children }: PlaceFrameProps) => (
  <div
    inert={isHidden}
    data-place={name}
    className={cn('absolute inset-0', withSheet.has(name) && 'sheet', isHidden && 'invisible')}
  >
    {children}
  </div>
)
