import { translateSentence } from '#lib/language/translate-sentence.ts'
import { useState } from 'react'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { describeFailure, ModelDownloadError } from '#model-files/errors.ts'
import { type RotateAxis, rotateGlb } from '#model-files/glb/rotate-glb.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'

const axes: readonly { axis: RotateAxis; label: string }[] = [
  { axis: 'x', label: 'X' },
  { axis: 'y', label: 'Y' },
  { axis: 'z', label: 'Z' },
]

/** Renders buttons that rotate the model by 90°, as an edit that can be saved and undone. */
export function RotateButtons({
  editor: { model, edits, onEdited, onUndo },
}: {
  editor: EditorState
}) {
  const [isBusy, setIsBusy] = useState(false)
  const turn = async (axis: RotateAxis) => {
    setIsBusy(true)
    try {
      const response = await fetch(model.url, { signal: AbortSignal.timeout(60_000) })
      if (!response.ok) throw new ModelDownloadError(t('The model could not be downloaded.'))
      const glb = rotateGlb(new Uint8Array(await response.arrayBuffer()), axis)
      onEdited(new Blob([glb], { type: 'model/gltf-binary' }), t('Rotated by 90°.'))
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('Could not rotate the model'),
        detail: describeFailure(error),
      })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <div className="flex gap-2">
        {axes.map(({ axis, label }) => (
          <Button
            key={axis}
            size="sm"
            className="flex-1"
            aria-label={t('Rotate 90° around {label}', { label })}
            icon={<RotateCw aria-hidden />}
            disabled={isBusy}
            onClick={() => void turn(axis)}
          >
            {label}
          </Button>
        ))}
      </div>
      {edits.length > 0 && (
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={onUndo}>
          {t('Undo: {label}', { label: translateSentence(edits.at(-1)?.label ?? '') })}
        </Button>
      )}
    </>
  )
}
