import type { Asset } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { useDeleteAsset, useRestoreAsset } from './library-queries.ts'

export function useTrash() {
  const { mutate: remove, isPending: isRemoving } = useDeleteAsset()
  const { mutate: restore, isPending: isRestoring } = useRestoreAsset()
  const takeBack = (asset: Asset) =>
    restore(asset, {
      onSuccess: () => showToast({ title: `“${asset.name}” restored`, kind: 'success' }),
      onError: reportFailure(`Could not restore “${asset.name}”`),
    })
  const throwAway = (asset: Asset, onDone: () => void) =>
    remove(asset, {
      onSuccess: () => {
        showToast({
          title: `“${asset.name}” moved to the trash`,
          kind: 'success',
          action: { label: 'Undo', onSelect: () => takeBack(asset) },
        })
        onDone()
      },
      onError: reportFailure(`Could not delete “${asset.name}”`),
    })
  return { throwAway, takeBack, isBusy: isRemoving || isRestoring }
}
