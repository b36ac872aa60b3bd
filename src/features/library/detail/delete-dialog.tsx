import type { Asset } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
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
        showToast({ title: `Deleted “${asset.name}”`, kind: 'success' })
        onDeleted()
      },
      onError: reportFailure(`Could not delete “${asset.name}”`),
    })
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      isBusy={remove.isPending}
      isDangerous
      title="Delete this model permanently?"
      description={`“${asset.name}” and its recipe are removed from the server. This cannot be undone.`}
      confirmLabel="Delete"
    />
  )
}
