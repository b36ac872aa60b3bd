import Undo2 from 'lucide-react/icons/undo-2'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'

type LastEditProps = { editor: Pick<EditorState, 'edits' | 'onUndo'>; isBusy?: boolean }

/** Shows the last edit with a button that undoes it. */
export function LastEdit({ editor: { edits, onUndo }, isBusy = false }: LastEditProps) {
  const last = edits.at(-1)
  if (!last) return null
  return (
    <div className="flex items-center gap-3 rounded-lg bg-hover py-2 pe-2 ps-3">
      <output className="min-w-0 flex-1">{translateSentence(last.label)}</output>
      <Button size="sm" icon={<Undo2 aria-hidden />} disabled={isBusy} onClick={onUndo}>
        {t('Undo')}
      </Button>
    </div>
  )
}
