import { joinWithCommas } from '#lib/format.ts'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { showToast } from '#ui/feedback/toasts.ts'
import { importableEndings } from '#model-files/import/endings.ts'
import { ownModels } from '#model-files/import/own-models.ts'
import { explainImport, useImportAsset } from '#queries/import-asset.ts'
import { t } from '#languages/library.ts'

/** Milliseconds for which a toast with notes about a file stays visible. */
const notesMs = 20_000

export type ModelImport = {
  isBusy: boolean
  progress: { at: number; total: number } | undefined
  stop: () => void
  take: (files: readonly File[]) => void
}

export function useModelImport(): ModelImport {
  const [, navigate] = useLocation()
  const add = useImportAsset()
  const [progress, setProgress] = useState<ModelImport['progress']>()
  const isStopped = useRef(false)

  async function take(files: readonly File[]) {
    const models = ownModels(files)
    if (models.length === 0 && files.length > 0) {
      const kinds = ['.glb', ...importableEndings].map((ending) => ending.slice(1).toUpperCase())
      showToast({
        kind: 'error',
        title: t('No model among these files'),
        detail: t('Supported files: {kinds}.', { kinds: joinWithCommas(kinds) }),
      })
    }
    isStopped.current = false
    for (const [at, model] of models.entries()) {
      if (isStopped.current) break
      if (models.length > 1) setProgress({ at: at + 1, total: models.length })
      try {
        const added = await add.mutateAsync(model)
        if (!added) continue
        const { asset, notes } = added
        if (notes.length > 0) {
          showToast({
            title: t('Added “{name}” with notes', { name: asset.name }),
            detail: notes.join(' '),
            durationMs: notesMs,
          })
        }
        if (models.length === 1) navigate(`/library/${asset.id}`)
      } catch (error) {
        showImportError(model.file.name, error)
      }
    }
    setProgress(undefined)
  }
  return {
    isBusy: add.isPending,
    progress,
    stop: () => {
      isStopped.current = true
    },
    take: (files) => void take(files),
  }
}

export const showImportError = (name: string, error: unknown) =>
  showToast({
    title: t('Could not import “{name}”', { name }),
    detail: explainImport(error),
    kind: 'error',
  })
