import X from 'lucide-react/icons/x'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import { NoSurface } from './no-surface.tsx'
import type { EditorState, PanelId } from '../state/editor-state.ts'
import { panels } from './panels.tsx'

type EditorPanelProps = {
  panel: PanelId
  editor: EditorState
  titleId: string
  onClose: () => void
}

export function EditorPanel({ panel, editor, titleId, onClose }: EditorPanelProps) {
  const entry = panels.find((one) => one.panel === panel)
  if (!entry) return null
  const isEmpty = entry.needsSurface === true && hasNoSurface(editor)
  return (
    <>
      <header className="flex h-13 shrink-0 items-center justify-between gap-2 pe-2.5 ps-4">
        <h3 id={titleId} className="text-lg font-semibold">
          {entry.label}
        </h3>
        <IconButton label={t('Close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div
        data-empty={isEmpty || undefined}
        className="relative min-h-24 flex-1 overflow-y-auto overscroll-contain"
      >
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
    </>
  )
}

const hasNoSurface = ({ loaded }: EditorState): boolean =>
  loaded !== undefined && loaded.splats > 0 && loaded.triangles === 0
