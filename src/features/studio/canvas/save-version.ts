import type { QueryClient } from '@tanstack/react-query'
import type { Asset } from '#contract/assets.ts'
import { deleteAsset, importAsset } from '#api/library.ts'
import { explainError } from '#lib/explain.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { assetsKey } from '#queries/assets.ts'
import { t } from '#languages/studio.ts'
import { studioStore } from '../state/store.ts'

const undoMs = 10_000

type Edited = { asset: Asset; glb: Blob; step: string }

/**
 * Saves an edited model as a version of an asset, and shows a toast with which it can be removed.
 * @param onSaved decides which model is shown next.
 */
export async function saveVersion(
  { asset, glb, step }: Edited,
  client: QueryClient,
  onSaved: (made: Asset) => void,
): Promise<void> {
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
}
