import { formatCount } from '#lib/format.ts'
import { getLegend } from '#viewer/look/modes.ts'
import { t } from '#languages/viewer.ts'
import { isLarge } from '../large-model/large.ts'
import type { EditorModel, EditorState } from '../state/editor-state.ts'
import { EditsBar, type SaveVersion } from './edits-bar.tsx'

type StageNotesProps = {
  editor: EditorState
  topPx: number
  onSaveVersion: SaveVersion | undefined
}

/** Renders notes on the stage: unsaved edits, a simplified copy, and what the colours mean. */
export function StageNotes({ editor, topPx, onSaveVersion }: StageNotesProps) {
  const { model, original, edits, onUndo, loaded, look } = editor
  const legend = getLegend(look.mode)
  return (
    <div
      style={{ top: topPx }}
      className="pointer-events-none absolute start-3 flex flex-col items-start gap-1 text-xs text-ink-muted [&>p]:rounded-md [&>p]:bg-surface-overlay/85 [&>p]:px-2 [&>p]:py-1"
    >
      {onSaveVersion && edits.length > 0 && (
        <EditsBar model={model} edits={edits} onUndo={onUndo} onSave={onSaveVersion} />
      )}
      {isLarge(original) && edits.length > 0 && <p>{describeCopy(loaded?.triangles, original)}</p>}
      {legend !== undefined && <p className="@max-md:hidden">{legend}</p>}
    </div>
  )
}

/**
 * Describes a simplified copy, whose numbers differ from those of the file.
 * @param shown number of triangles of the copy.
 */
function describeCopy(shown: number | undefined, { triangles }: EditorModel): string {
  const [some, all] = [shown, triangles].map((count) => count && formatCount(count))
  return t('Simplified copy{isPartial, select, true {: {some} of {all} triangles} other {}}', {
    some,
    all,
    isPartial: Boolean(some && all),
  })
}
