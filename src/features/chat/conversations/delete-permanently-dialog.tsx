import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
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
        showToast({ title: isAll ? t('Trash emptied.') : t('Chat deleted.'), kind: 'success' })
        if (doomed !== 'trash') onGone(doomed.id)
        onClose()
      },
      onError: reportFailure(
        isAll ? t('Could not empty the trash.') : t('Could not delete the chat.'),
      ),
    })
  }
  return (
    <ConfirmDialog
      isOpen={doomed !== undefined}
      onClose={onClose}
      onConfirm={remove}
      isBusy={forever.isPending}
      isDangerous
      title={isAll ? t('Empty the trash?') : t('Delete this chat permanently?')}
      description={
        isAll
          ? t(
              'All chats in the trash are deleted, with the files that no other chat uses. This cannot be undone.',
            )
          : t(
              'It is deleted at once, with the files that no other chat uses. This cannot be undone.',
            )
      }
      confirmLabel={isAll ? t('Empty trash') : t('Delete')}
    />
  )
}
