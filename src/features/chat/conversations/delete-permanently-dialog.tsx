import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { useChatTrash, type DeletionTarget } from './library-queries.ts'

type ForeverDialogProps = {
  doomed: DeletionTarget | undefined
  onClose: () => void
  onGone: (id: string) => void
}

export function DeletePermanentlyDialog({ doomed, onClose, onGone }: ForeverDialogProps) {
  const { forever } = useChatTrash()
  const isAll = doomed === 'trash'
  const remove = () => {
    if (doomed === undefined) return
    forever.mutate(doomed, {
      onSuccess: () => {
        showToast({ title: isAll ? 'Trash emptied.' : 'Chat deleted.', kind: 'success' })
        if (doomed !== 'trash') onGone(doomed.id)
        onClose()
      },
      onError: reportFailure(isAll ? 'Could not empty the trash.' : 'Could not delete the chat.'),
    })
  }
  return (
    <ConfirmDialog
      isOpen={doomed !== undefined}
      onClose={onClose}
      onConfirm={remove}
      isBusy={forever.isPending}
      isDangerous
      title={isAll ? 'Empty the trash?' : 'Delete this chat permanently?'}
      description={
        isAll
          ? 'All chats in the trash are deleted, with the files that no other chat uses. This cannot be undone.'
          : 'It is deleted at once, with the files that no other chat uses. This cannot be undone.'
      }
      confirmLabel={isAll ? 'Empty trash' : 'Delete'}
    />
  )
}
