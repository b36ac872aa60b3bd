import { useEffect, useId, useRef } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { cn } from '#ui/cn.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState, PanelId } from '../state/editor-state.ts'
import { useSheetRoom } from './use-sheet-room.ts'

const loadPanel = async () => (await import('./editor-panel.tsx')).EditorPanel
prefetch(loadPanel)

type PanelFrameProps = {
  panel: PanelId
  editor: EditorState
  onClose: () => void
}

/** On phones, these panels always have their full height, because growing would move them. */
const longPanels = new Set<PanelId>(['look', 'facts', 'materials', 'print', 'optimize', 'export'])

/** Shows the place of a panel at once, because the code of the panel may load much later. */
export function PanelFrame({ panel, editor, onClose }: PanelFrameProps) {
  const root = useRef<HTMLElement>(null)
  useSheetRoom(root)
  const titleId = useId()
  useEffect(() => root.current?.focus({ preventScroll: true }), [])
  return (
    // Closes the panel on Escape if the focus is inside it. Its children handle their own keys
    // first.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
      className={cn(
        'absolute inset-y-0 end-0 z-20 flex w-76 max-w-full animate-appear flex-col border-s border-line bg-surface outline-none @5xl:w-94 max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:z-30 max-md:max-h-[60dvh] max-md:w-auto max-md:rounded-t-2xl max-md:border-t max-md:border-s-0 max-md:shadow-overlay max-md:pb-[env(safe-area-inset-bottom)]',
        longPanels.has(panel) && 'max-md:not-has-data-empty:h-[60dvh]',
      )}
    >
      <Loaded
        load={loadPanel}
        props={{ panel, editor, titleId, onClose }}
        fallback={
          <div className="grid min-h-37 flex-1 place-items-center text-ink-faint">
            <Spinner label={t('Opening')} />
          </div>
        }
      />
    </section>
  )
}
