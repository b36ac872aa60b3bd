import { explainImport, useImportAsset } from '#queries/import-asset.ts'
import type { OwnModel } from '#model-files/import/own-models.ts'
import { dismissToast, showToast } from '#ui/feedback/toasts.ts'
import { studioStore } from '../state/store.ts'

/** A large file takes a while to read. */
const openingMs = 60_000
/** Some sentences take a while to read. */
const notesMs = 20_000

/** Brings model files of one's own into the library, and shows the last of them in the canvas. */
export function useOpenModels(): (models: readonly OwnModel[]) => Promise<void> {
  const { mutateAsync: add } = useImportAsset()
  return async (models) => {
    for (const model of models) {
      const { name } = model.file
      const opening = showToast({ title: `Opening “${name}”…`, durationMs: openingMs })
      try {
        const added = await add(model)
        if (!added) continue
        const { asset, notes } = added
        studioStore.getState().assetShown(asset.id)
        showToast({
          kind: 'success',
          title: `Added “${asset.name}” to the library`,
          ...(notes.length > 0 && { detail: notes.join(' '), durationMs: notesMs }),
        })
      } catch (error) {
        const title = `Could not open “${name}”`
        showToast({ kind: 'error', title, detail: explainImport(error) })
      } finally {
        dismissToast(opening)
      }
    }
  }
}
