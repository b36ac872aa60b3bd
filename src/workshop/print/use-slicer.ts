import { useState } from 'react'
import { getExportFormat } from '#lib/export-formats.ts'
import { explainError } from '#lib/explain.ts'
import { plainName } from '#model-files/export/export-name.ts'
import { pauseAskingBeforeClosing } from '#ui/use-ask-before-closing.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/viewer.ts'
import { useSaveExport } from '../export/use-save-export.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { Slicer } from './slicers.ts'

/** A model that a slicer can open. */
export type ReadyForSlicer = { slicer: Slicer; link?: string; expiresAt?: Date }

const isMac = (): boolean => /Mac OS X|Macintosh/.test(navigator.userAgent)

/** Opens the visible model in a slicer, as a 3MF. */
export function useSlicer(editor: EditorState) {
  const { model, onSlicerFile } = editor
  const { busy, save, make } = useSaveExport(editor)
  const [isSending, setIsSending] = useState(false)
  const [ready, setReady] = useState<ReadyForSlicer & { of: string }>()

  async function open(slicer: Slicer) {
    setReady(undefined)
    if (!slicer.toLink || !onSlicerFile) {
      if (await save('3mf')) setReady({ slicer, of: model.url })
      return
    }
    setIsSending(true)
    try {
      const made = await make('3mf')
      if (!made) return
      const file = new Blob([made.bytes], { type: getExportFormat('3mf').mimeType })
      const { url, expiresAt } = await onSlicerFile(file, `${plainName(model.title)}.3mf`)
      const link = slicer.toLink(url, isMac())
      setReady({ slicer, link, expiresAt, of: model.url })
      // Without a recent click, browsers refuse to open other programs, and the user can click a
      // link instead.
      if (navigator.userActivation?.isActive ?? true) {
        pauseAskingBeforeClosing()
        location.assign(link)
      }
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('Could not open the model in {name}', { name: slicer.name }),
        detail: explainError(error),
      })
    } finally {
      setIsSending(false)
    }
  }
  return {
    open,
    save: () => save('3mf'),
    isBusy: isSending || busy !== undefined,
    isSending,
    ready: ready?.of === model.url ? ready : undefined,
  }
}
