import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { cn } from '#ui/cn.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import { NoSurface } from './no-surface.tsx'
import type { EditorState, PanelId } from '../state/editor-state.ts'
import { panels } from './panels.tsx'
import { useSheetRoom } from './use-sheet-room.ts'

type EditorPanelProps = {
  panel: PanelId
  editor: EditorState
  onClose: () => void
}

/** On phones, these panels always have their full height, because growing would move them. */
const longPanels = new Set<PanelId>(['look', 'facts', 'materials', 'print', 'optimize', 'export'])

export function EditorPanel({ panel, editor, onClose }: EditorPanelProps) {
  const root = useRef<HTMLElement>(null)
  useSheetRoom(root)
  const titleId = useId()
  const entry = panels.find((one) => one.panel === panel)

  useEffect(() => root.current?.focus({ preventScroll: true }), [])

  if (!entry) return null
  const isEmpty = entry.needsSurface === true && hasNoSurface(editor)
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
        'absolute inset-y-0 end-0 z-20 flex w-76 max-w-full animate-appear flex-col border-s border-line bg-surface outline-none @5xl:w-94 max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:z-30 max-md:max-h-[56dvh] max-md:w-auto max-md:rounded-t-2xl max-md:border-t max-md:border-s-0 max-md:shadow-overlay max-md:pb-[env(safe-area-inset-bottom)]',
        longPanels.has(panel) && !isEmpty && 'max-md:h-[56dvh]',
      )}
    >
      <header className="flex h-13 shrink-0 items-center justify-between gap-2 pe-2.5 ps-4">
        <h3 id={titleId} className="text-lg font-semibold">
          {entry.label}
        </h3>
        <IconButton label={t('Close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div className="relative min-h-24 flex-1 overflow-y-auto overscroll-contain">
        {/* Grows with its content, because a fixed height would squash the controls. */}
        <div className="flex min-h-full flex-col gap-4 px-4 pt-1 pb-4 *:shrink-0">
          {isEmpty ? (
            <NoSurface panel={panel} editor={editor} />
          ) : (
            <Loaded
              load={entry.load}
              props={{ editor }}
              fallback={
                <div className="grid h-16 place-items-center text-ink-faint">
                  <Spinner label={t('Opening')} />
                </div>
              }
            />
          )}
        </div>
      </div>
    </section>
  )
}

const hasNoSurface = ({ loaded }: EditorState): boolean =>
  loaded !== undefined && loaded.splats > 0 && loaded.triangles === 0
