import { useInfiniteQuery } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import ChevronRight from 'lucide-react/icons/chevron-right'
import FolderIcon from 'lucide-react/icons/folder'
import FolderOpen from 'lucide-react/icons/folder-open'
import Pencil from 'lucide-react/icons/pencil'
import SquarePen from 'lucide-react/icons/square-pen'
import Trash2 from 'lucide-react/icons/trash'
import { useState, type ReactNode } from 'react'
import { listConversations } from '#api/chat/chat.ts'
import type { Conversation } from '#contract/chat/chat.ts'
import type { Folder } from '#contract/chat/library.ts'
import { explainError } from '#lib/explain.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { cn } from '#ui/cn.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { t } from '#languages/app.ts'
import { useChangeConversation, useChatLibrary } from './library-queries.ts'
import { chatQueries } from '../queries/chat-queries.ts'
import { MoreButton } from './row/more-button.tsx'
import { rowMenuButton } from './row/row-menu-button.tsx'
import { TitleField } from './row/title-field.tsx'
import { DropPlace } from './drop-place.tsx'

const loadKnowledge = async () =>
  (await import('../knowledge/folder-knowledge-dialog.tsx')).FolderKnowledgeDialog
const loadDelete = async () => (await import('./delete-folder-dialog.tsx')).DeleteFolderDialog

type FolderSectionProps = {
  folder: Folder
  holdsCurrent: boolean
  renderRow: (conversation: Conversation) => ReactNode
  onNewIn: (folderId: string) => void
}

const tellUnchanged = reportFailure(t('Could not change the folder.'))

export function FolderSection({ folder, holdsCurrent, renderRow, onNewIn }: FolderSectionProps) {
  const [isOpen, setIsOpen] = useState(holdsCurrent)
  const [heldCurrent, setHeldCurrent] = useState(holdsCurrent)
  if (heldCurrent !== holdsCurrent) {
    setHeldCurrent(holdsCurrent)
    if (holdsCurrent) setIsOpen(true)
  }
  const [isRenaming, setIsRenaming] = useState(false)
  const [isKnowing, setIsKnowing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const { putFolder } = useChatLibrary()
  const { mutate: change } = useChangeConversation()
  const { id, name } = folder
  const pages = useInfiniteQuery({
    queryKey: [...chatQueries.conversations().queryKey, 'folder', id],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      listConversations(signal, {
        folderId: id,
        limit: 500,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isOpen,
  })
  const { data, error } = pages
  const conversations = data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <fieldset aria-label={t('Folder {name}', { name })} className="min-w-0">
      {isRenaming ? (
        <TitleField
          title={name}
          onCancel={() => setIsRenaming(false)}
          onDone={(next) => {
            setIsRenaming(false)
            if (next !== name) putFolder.mutate({ id, name: next }, { onError: tellUnchanged })
          }}
        />
      ) : (
        <DropPlace
          onConversation={(conversationId) =>
            change({ id: conversationId, change: { folderId: id } }, { onError: tellUnchanged })
          }
        >
          <div className="group/row flex h-8.5 items-center rounded-row pe-0.5 hover:bg-hover has-aria-expanded:bg-hover coarse:h-11.5">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded-md px-1.5 text-start text-ink-muted group-hover/row:text-ink"
            >
              <ChevronRight
                aria-hidden
                className={cn('size-3.5 shrink-0 transition-transform', isOpen && 'rotate-90')}
              />
              {isOpen ? (
                <FolderOpen aria-hidden className="size-4 shrink-0" />
              ) : (
                <FolderIcon aria-hidden className="size-4 shrink-0" />
              )}
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {name}
              </span>
              <span className="text-xs text-ink-faint tabular-nums">{folder.conversations}</span>
            </button>
            <Menu
              align="start"
              trigger={rowMenuButton(t('Actions for folder {name}', { name }))}
              items={[
                {
                  label: t('New chat in this folder'),
                  icon: <SquarePen />,
                  onSelect: () => onNewIn(id),
                },
                {
                  label: t('Files and instructions…'),
                  icon: <BookOpen />,
                  onSelect: () => setIsKnowing(true),
                },
                { label: t('Rename'), icon: <Pencil />, onSelect: () => setIsRenaming(true) },
                {
                  label: t('Delete folder…'),
                  icon: <Trash2 />,
                  isDangerous: true,
                  onSelect: () => setIsDeleting(true),
                },
              ]}
            />
          </div>
        </DropPlace>
      )}
      <Loaded
        load={loadKnowledge}
        isWanted={isKnowing}
        props={{ folder, isOpen: isKnowing, onClose: () => setIsKnowing(false) }}
      />
      <Loaded
        load={loadDelete}
        isWanted={isDeleting}
        props={{ folder, isOpen: isDeleting, onClose: () => setIsDeleting(false) }}
      />
      {isOpen && (
        <ul className="ms-3 border-s border-line ps-1.5">
          {data && conversations.length === 0 && (
            <li className="px-2 py-1.5 text-xs text-ink-faint">{t('This folder is empty.')}</li>
          )}
          {conversations.map(renderRow)}
          <li>
            {error && (
              <p role="alert" className="px-2 py-1.5 text-xs text-danger">
                {explainError(error)}
              </p>
            )}
            <MoreButton pages={pages}>{t('Show older')}</MoreButton>
          </li>
        </ul>
      )}
    </fieldset>
  )
}
