import { useQueryClient } from '@tanstack/react-query'
import type { Asset } from '#contract/assets.ts'
import { deleteAsset, importAsset } from '#api/library.ts'
import { explainError } from '#lib/explain.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { assetsKey } from '#queries/assets.ts'
import { t } from '#languages/studio.ts'
import { studioStore } from '../state/store.ts'

const undoMs = 10_000

/**
 * Returns a function that saves an edited model as a version of an asset.
 * @param onSaved decides which model is shown next.
 */
export function useSaveVersion(asset: Asset | undefined, onSaved: (made: Asset) => void) {
  const client = useQueryClient()
  if (!asset) return undefined
  const refresh = () => client.invalidateQueries({ queryKey: assetsKey })
  const undo = async (made: Asset) => {
    try {
      await deleteAsset(made.id)
      studioStore.getState().assetShown(asset.id)
      await refresh()
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('Could not remove the version'),
        detail: explainError(error),
      })
    }
  }
  return async (glb: Blob, step: string) => {
    try {
      const made = await importAsset(glb, asset.name, { versionOf: asset.id, step })
      onSaved(made)
      await refresh()
      showToast({
        kind: 'success',
        title: t('Saved as a version'),
        detail: t('The model before the changes stays in the library.'),
        action: { label: t('Undo'), onSelect: () => void undo(made) },
        durationMs: undoMs,
      })
      return true
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('Could not save the version'),
        detail: explainError(error),
      })
      return false
    }
  }
}
