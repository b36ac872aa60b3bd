import type { Folder } from '#contract/chat/library.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
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
          onError: reportFailure('Could not delete the folder.'),
        })
      }
      isBusy={deleteFolder.isPending}
      isDangerous
      title={`Delete the folder “${folder.name}”?`}
      description="Its chats are kept. Its instructions and files are deleted, which cannot be undone."
      confirmLabel="Delete folder"
    />
  )
}
