import type { Asset } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/library.ts'
import { useDeleteAsset, useRestoreAsset } from './library-queries.ts'

export function useTrash() {
  const { mutate: remove, isPending: isRemoving } = useDeleteAsset()
  const { mutate: restore, isPending: isRestoring } = useRestoreAsset()
  const takeBack = (asset: Asset) =>
    restore(asset, {
      onSuccess: () =>
        showToast({ title: t('“{name}” restored', { name: asset.name }), kind: 'success' }),
      onError: reportFailure(t('Could not restore “{name}”', { name: asset.name })),
    })
  const throwAway = (asset: Asset, onDone: () => void) =>
    remove(asset, {
      onSuccess: () => {
        showToast({
          title: t('“{name}” moved to the trash', { name: asset.name }),
          kind: 'success',
          action: { label: t('Undo'), onSelect: () => takeBack(asset) },
        })
        onDone()
      },
      onError: reportFailure(t('Could not delete “{name}”', { name: asset.name })),
    })
  return { throwAway, takeBack, isBusy: isRemoving || isRestoring }
}
