import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  Archive,
  Download,
  Ellipsis,
  FolderPlus,
  Search,
  SquarePen,
  Trash2,
  Upload,
  X,
} from 'lucide-react'
import { memo, useDeferredValue, useState, type ReactNode } from 'react'
import { downloadAsOwner } from '#api/access.ts'
import { explain } from '#api/errors.ts'
import { exportAllUrl } from '#api/chat-library.ts'
import type { Conversation } from '#contract/chat.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { TextField } from '#ui/fields/text-field.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { groupByDay } from './day-groups.ts'
import { DropPlace } from './drop-place.tsx'
import { FolderSection } from './folder-section.tsx'
import { useConversationMenu } from './use-conversation-menu.ts'
import { chatLibraryQueries, type ConversationView } from './library-queries.ts'

type ConversationListProps = {
  currentId: string | undefined
  onOpen: (id: string, messageId?: string) => void
  onNew: () => void
  onImport: () => void
  /** It is no longer in this list. */
  onGone: (id: string) => void
}

const loadResults = async () => (await import('./search-results.tsx')).SearchResults
const loadFolderDialog = async () => (await import('./folder-dialog.tsx')).FolderDialog

const tellNotExported = (error: Error) =>
  showToast({ title: 'Nothing was exported', detail: explain(error), kind: 'error' })

const titles = { active: undefined, archived: 'Archived', trash: 'Trash' } as const

/** All conversations: searched, in folders, pinned, and by day. */
export const ConversationList = memo(function ConversationList({
  currentId,
  onOpen,
  onNew,
  onImport,
  onGone,
}: ConversationListProps) {
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim())
  const [view, setView] = useState<ConversationView>('active')
  const pages = useInfiniteQuery(chatLibraryQueries.pages(view))
  const { data: folders = [] } = useQuery(chatLibraryQueries.folders())
  const [isFolderWanted, setIsFolderWanted] = useState(false)
  const menu = useConversationMenu({ view, onGone })
  const { data, dataUpdatedAt, error, isPending } = pages
  const all = data?.pages.flatMap(({ conversations }) => conversations) ?? []
  const isIn = (one: Conversation) =>
    view === 'active' && folders.some(({ id }) => id === one.folderId)
  const pinned = view === 'active' ? all.filter((one) => one.pinnedAt !== undefined) : []
  const others = all.filter((one) => !pinned.includes(one) && !isIn(one))
  const groups = groupByDay(others, new Date(dataUpdatedAt))
  const title = titles[view]

  const row = (conversation: Conversation) => (
    <ConversationRow
      key={conversation.id}
      conversation={conversation}
      isCurrent={conversation.id === currentId}
      onOpen={onOpen}
      menu={menu}
    />
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-1.5 p-2.5 pb-1.5">
        <div className="flex gap-1">
          <Button
            className="min-w-0 flex-1 shrink!"
            icon={<SquarePen aria-hidden />}
            onClick={onNew}
          >
            New chat
          </Button>
          <Menu
            trigger={moreButton}
            items={[
              {
                label: 'New folder…',
                icon: <FolderPlus />,
                onSelect: () => setIsFolderWanted(true),
              },
              'separator',
              { label: 'Archived', icon: <Archive />, onSelect: () => setView('archived') },
              { label: 'Trash', icon: <Trash2 />, onSelect: () => setView('trash') },
              'separator',
              { label: 'Import…', icon: <Upload />, onSelect: onImport },
              {
                label: 'Export all',
                icon: <Download />,
                onSelect: () => void downloadAsOwner(exportAllUrl).catch(tellNotExported),
              },
            ]}
          />
        </div>
        <TextField
          type="search"
          aria-label="Search all chats"
          placeholder="Search all chats"
          icon={<Search />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => event.key === 'Escape' && query !== '' && setQuery('')}
          trailing={
            query !== '' && (
              <button
                type="button"
                aria-label="Clear the search"
                onClick={() => setQuery('')}
                className="-mr-1 rounded-sm p-0.5 text-ink-faint hover:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            )
          }
        />
      </div>
      <nav aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-4">
        {wanted !== '' ? (
          <Loaded
            load={loadResults}
            props={{ query: wanted, currentId, onOpen }}
            fallback={<Hint>Searching…</Hint>}
          />
        ) : (
          <>
            {title !== undefined && (
              <div className="mt-1 flex items-center gap-1">
                <IconButton
                  size="sm"
                  label="Back to all chats"
                  icon={<ArrowLeft aria-hidden />}
                  onClick={() => setView('active')}
                />
                <h2 className="text-xs font-medium">{title}</h2>
              </div>
            )}
            {error && !data && (
              <div className="px-2 py-3 text-ink-muted" role="alert">
                <p>{explain(error)}</p>
                <Button size="sm" className="mt-2" onClick={() => void pages.refetch()}>
                  Try again
                </Button>
              </div>
            )}
            {!isPending && all.length === 0 && !error && <Hint>{emptyText[view]}</Hint>}
            {pinned.length > 0 && <Group name="Pinned">{pinned.map(row)}</Group>}
            {view === 'active' &&
              folders.map((folder) => (
                <FolderSection
                  key={folder.id}
                  folder={folder}
                  holdsCurrent={all.some(
                    (one) => one.id === currentId && one.folderId === folder.id,
                  )}
                  renderRow={row}
                />
              ))}
            <DropPlace
              onConversation={(id) => {
                const dropped = all.find((one) => one.id === id)
                if (dropped?.folderId !== undefined) menu.change(dropped, { folderId: null })
              }}
            >
              {groups.map(({ name, conversations }) => (
                <Group key={name} name={name}>
                  {conversations.map(row)}
                </Group>
              ))}
            </DropPlace>
            {pages.hasNextPage && (
              <Button
                size="sm"
                variant="ghost"
                className="mt-2 w-full"
                isLoading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                Show older
              </Button>
            )}
          </>
        )}
      </nav>
      <Loaded
        load={loadFolderDialog}
        isWanted={isFolderWanted || menu.moved !== undefined}
        props={{
          isOpen: isFolderWanted || menu.moved !== undefined,
          conversation: menu.moved,
          folders,
          onClose: () => {
            setIsFolderWanted(false)
            menu.move(undefined)
          },
        }}
      />
    </div>
  )
})

const emptyText: Record<ConversationView, string> = {
  active: 'No chats yet.',
  archived: 'No archived chats.',
  trash: 'The trash is empty. Deleted chats stay here for 30 days.',
}

const Hint = ({ children }: { children: string }) => (
  <p className="px-2 py-3 text-pretty text-ink-faint">{children}</p>
)

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="mt-3 first:mt-1.5">
    <h2 className="px-2 pb-1 text-xs font-medium text-ink-faint">{name}</h2>
    <ul>{children}</ul>
  </section>
)

const moreButton = (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label="Chat list options" icon={<Ellipsis aria-hidden />} />
)
