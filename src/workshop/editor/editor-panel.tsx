import X from 'lucide-react/icons/x'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Panel } from '#ui/layout/panel.tsx'
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
    <Panel
      title={entry.label}
      titleId={titleId}
      actions={
        <IconButton label={t('Close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
      }
      isEmpty={isEmpty}
    >
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
    </Panel>
  )
}

const hasNoSurface = ({ loaded }: EditorState): boolean =>
  loaded !== undefined && loaded.splats > 0 && loaded.triangles === 0
