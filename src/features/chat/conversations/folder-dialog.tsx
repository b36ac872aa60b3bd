import FolderIcon from 'lucide-react/icons/folder'
import FolderMinus from 'lucide-react/icons/folder-minus'
import FolderPlus from 'lucide-react/icons/folder-plus'
import { useState, type ReactNode } from 'react'
import type { Conversation } from '#contract/chat/chat.ts'
import type { Folder } from '#contract/chat/library.ts'
import { newId } from '#lib/id.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { SearchDialog } from '#ui/overlays/search-dialog.tsx'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { t } from '#languages/app.ts'
import { useChangeConversation, useChatLibrary } from './library-queries.ts'

type FolderDialogProps = {
  isOpen: boolean
  onClose: () => void
  conversation: Conversation | undefined
  folders: readonly Folder[]
  /** Moves several chats instead of `conversation`. */
  several?: { label: string; moveTo: (folderId: string | null) => Promise<unknown> }
}

type Choice = { id: string; label: string; icon: ReactNode; pick: () => Promise<unknown> }

export function FolderDialog(props: FolderDialogProps) {
  const { isOpen, onClose, conversation, folders, several } = props
  const isMoving = conversation !== undefined || several !== undefined
  const [query, setQuery] = useState('')
  const { putFolder } = useChatLibrary()
  const { mutateAsync: change } = useChangeConversation()
  const name = query.trim()
  const hasWords = createWordFilter(name)
  const isTaken = folders.some((folder) => folder.name.toLowerCase() === name.toLowerCase())

  const moveTo = async (folderId: string | null) => {
    if (several) await several.moveTo(folderId)
    else if (conversation) await change({ id: conversation.id, change: { folderId } })
  }
  const choices: Choice[] = [
    ...(name !== '' && !isTaken
      ? [
          {
            id: 'new',
            label: t('Create folder “{name}”', { name }),
            icon: <FolderPlus />,
            pick: async () => {
              const id = newId()
              await putFolder.mutateAsync({ id, name })
              await moveTo(id)
            },
          },
        ]
      : []),
    ...(isMoving ? folders : [])
      .filter((folder) => hasWords(toFolded(folder.name)))
      .map((folder) => ({
        id: folder.id,
        label: folder.name,
        icon: <FolderIcon />,
        pick: () => moveTo(folder.id),
      })),
    ...((several ?? conversation?.folderId) !== undefined && name === ''
      ? [{ id: 'none', label: t('No folder'), icon: <FolderMinus />, pick: () => moveTo(null) }]
      : []),
  ]
  return (
    <SearchDialog
      isOpen={isOpen}
      onClose={onClose}
      label={
        several?.label ??
        (conversation ? t('Move “{title}”', { title: conversation.title }) : t('New folder'))
      }
      placeholder={isMoving ? t('Choose a folder or name a new one') : t('Folder name')}
      query={query}
      onQueryChange={setQuery}
      items={choices}
      selectedId={conversation?.folderId}
      renderItem={({ icon, label }) => (
        <>
          <span aria-hidden className="flex text-ink-muted [&_svg]:size-4">
            {icon}
          </span>
          <span className="min-w-0 flex-1 truncate">{label}</span>
        </>
      )}
      empty={
        isTaken && name !== ''
          ? t('A folder with that name already exists.')
          : t('Enter a folder name.')
      }
      onPick={({ pick }) => {
        setQuery('')
        onClose()
        const failure = isMoving
          ? several
            ? t('Could not move the chats.')
            : t('Could not move the chat.')
          : t('Could not create the folder.')
        pick().catch(reportFailure(failure))
      }}
    />
  )
}
