import type { QueryClient } from '@tanstack/react-query'
import { assetsKey } from '#queries/assets.ts'
import { explainImport, importOwnModel } from '#queries/import-asset.ts'
import type { OwnModel } from '#model-files/import/own-models.ts'
import { dismissToast, showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { studioStore } from '../state/store.ts'

const openingMs = 60_000
const notesMs = 20_000

export async function openModels(models: readonly OwnModel[], client: QueryClient): Promise<void> {
  for (const model of models) {
    const { name } = model.file
    const opening = showToast({ title: t('Opening “{name}”…', { name }), durationMs: openingMs })
    try {
      const added = await importOwnModel(model)
      if (!added) continue
      const { asset, notes } = added
      void client.invalidateQueries({ queryKey: assetsKey })
      studioStore.getState().assetShown(asset.id)
      showToast({
        kind: 'success',
        title: t('Added “{name}” to the library', { name: asset.name }),
        ...(notes.length > 0 && { detail: notes.join(' '), durationMs: notesMs }),
      })
    } catch (error) {
      const title = t('Could not open “{name}”', { name })
      showToast({ kind: 'error', title, detail: explainImport(error) })
    } finally {
      dismissToast(opening)
    }
  }
}
