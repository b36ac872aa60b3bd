import type { Folder } from '#contract/chat/library.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/app.ts'
import { useChatLibrary } from './library-queries.ts'

type DeleteFolderDialogProps = { folder: Folder; isOpen: boolean; onClose: () => void }

export function DeleteFolderDialog({ folder, isOpen, onClose }: DeleteFolderDialogProps) {
  const { deleteFolder } = useChatLibrary()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() =>
        deleteFolder.mutate(folder.id, {
          onSuccess: onClose,
          onError: reportFailure(t('Could not delete the folder.')),
        })
      }
      isBusy={deleteFolder.isPending}
      isDangerous
      title={t('Delete the folder “{name}”?', { name: folder.name })}
      description={t(
        'Its chats are kept. Its instructions and files are deleted, which cannot be undone.',
      )}
      confirmLabel={t('Delete folder')}
    />
  )
}
