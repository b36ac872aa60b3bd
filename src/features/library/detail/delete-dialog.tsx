import type { Asset } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/library.ts'
import { useDeleteAsset } from '../queries/library-queries.ts'

type DeleteDialogProps = {
  asset: Asset
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteDialog({ asset, isOpen, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteAsset()

  function confirm() {
    remove.mutate(asset, {
      onSuccess: () => {
        showToast({ title: t('Deleted “{name}”', { name: asset.name }), kind: 'success' })
        onDeleted()
      },
      onError: reportFailure(t('Could not delete “{name}”', { name: asset.name })),
    })
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      isBusy={remove.isPending}
      isDangerous
      title={t('Delete this model permanently?')}
      description={t(
        '“{name}” and its recipe are removed from the server. This cannot be undone.',
        { name: asset.name },
      )}
      confirmLabel={t('Delete')}
    />
  )
}
