import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '#contract/chat/chat.ts'
import { FolderDialog } from '../conversations/folder-dialog.tsx'
import { chatLibraryQueries } from '../conversations/library-queries.ts'

type MoveDialogProps = { conversation: Conversation | undefined; onClose: () => void }

export function MoveDialog({ conversation, onClose }: MoveDialogProps) {
  const { data = [] } = useQuery(chatLibraryQueries.folders())
  return (
    <FolderDialog
      isOpen={conversation !== undefined}
      onClose={onClose}
      conversation={conversation}
      folders={data}
    />
  )
}
