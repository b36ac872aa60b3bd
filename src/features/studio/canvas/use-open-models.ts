import { explainImport, useImportAsset } from '#queries/import-asset.ts'
import type { OwnModel } from '#model-files/import/own-models.ts'
import { dismissToast, showToast } from '#ui/feedback/toasts.ts'
import { studioStore } from '../state/store.ts'

/** A large file takes a while to read. */
const openingMs = 60_000

/** Brings model files of one's own into the library, and shows the last of them in the canvas. */
export function useOpenModels(): (models: readonly OwnModel[]) => Promise<void> {
  const { mutateAsync: add } = useImportAsset()
  return async (models) => {
    for (const model of models) {
      const { name } = model.file
      const opening = showToast({ title: `Opening “${name}”…`, durationMs: openingMs })
      try {
        const asset = await add(model)
        studioStore.getState().assetShown(asset.id)
        showToast({ kind: 'success', title: `Added “${asset.name}” to the library` })
      } catch (error) {
        const title = `Could not open “${name}”`
        showToast({ kind: 'error', title, detail: explainImport(error) })
      } finally {
        dismissToast(opening)
      }
    }
  }
}
