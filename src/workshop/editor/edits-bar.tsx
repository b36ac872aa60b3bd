import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { describeEdits } from '../state/use-edits.ts'

export type SaveVersion = (glb: Blob, step: string) => Promise<boolean>

type EditsBarProps = Pick<EditorState, 'model' | 'edits' | 'onUndo'> & { onSave: SaveVersion }

export function EditsBar({ model, edits, onUndo, onSave }: EditsBarProps) {
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    try {
      const glb = await (await fetch(model.url)).blob()
      await onSave(glb, describeEdits(edits))
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <section
      aria-label={t('Unsaved changes')}
      className="pointer-events-auto float flex flex-wrap items-center gap-1 p-1 ps-3"
    >
      <output className="text-xs font-medium tabular-nums">
        {t('{editsCount, plural, one {# unsaved change} other {# unsaved changes}}', {
          editsCount: edits.length,
        })}
      </output>
      <Button
        size="sm"
        variant="ghost"
        icon={<Undo2 aria-hidden />}
        disabled={isSaving}
        onClick={onUndo}
      >
        {t('Undo')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={<BookmarkPlus aria-hidden />}
        isLoading={isSaving}
        onClick={() => void save()}
      >
        {t('Save as version')}
      </Button>
    </section>
  )
}
