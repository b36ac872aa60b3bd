import type { ReactNode } from 'react'

type PanelProps = {
  title: string
  /** Id of the title, which labels the frame around the panel. */
  titleId: string
  actions: ReactNode
  /** True if the panel only explains why it has no content, so that its frame may be low. */
  isEmpty?: boolean
  children: ReactNode
}

/** Renders the title bar and the scrolling content of a panel. */
export const Panel = ({ title, titleId, actions, isEmpty = false, children }: PanelProps) => (
  <>
    <header className="flex h-13 shrink-0 items-center justify-between gap-2 pe-2.5 ps-4">
      <h3 id={titleId} className="text-lg font-semibold">
        {title}
      </h3>
      {actions}
    </header>
    <div
      data-empty={isEmpty || undefined}
      className="relative min-h-24 flex-1 overflow-y-auto overscroll-contain"
    >
      {/* Grows with its content, because a fixed height would squash the controls. */}
      <div className="flex min-h-full flex-col gap-4 px-4 pt-1 pb-4 *:shrink-0">{children}</div>
    </div>
  </>
)
