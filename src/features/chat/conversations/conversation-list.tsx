import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { keepListFocus } from '#ui/layout/keep-list-focus.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { ConversationListHeader } from './conversation-list-header.tsx'
import { chatLibraryQueries, type ConversationFilter } from './library-queries.ts'
import { ListHint } from './list-hint.tsx'
import { StoredConversations } from './stored-conversations.tsx'
import { selectionStore, selectOnly } from './row/selection-store.ts'
import { useConversationMenu } from './row/use-conversation-menu.ts'
import { useSelectionKeys } from './selection/use-selection-keys.ts'

type ConversationListProps = {
  currentId: string | undefined
  onOpen: (id: string, messageId?: string) => void
  onNew: () => void
  onNewIn: (folderId: string) => void
  onImport: () => void
  onGone: (id: string) => void
}

const loadResults = async () => (await import('./search-results.tsx')).SearchResults
const loadSelection = async () => (await import('./selection/selection-layer.tsx')).SelectionLayer
const loadTagBar = async () => (await import('./tag-bar.tsx')).TagBar
const loadForeverDialog = async () =>
  (await import('./delete-permanently-dialog.tsx')).DeletePermanentlyDialog
const loadFolderDialog = async () => (await import('./folder-dialog.tsx')).FolderDialog

export const ConversationSidebar = memo(function ConversationList({
  currentId,
  onOpen,
  onNew,
  onNewIn,
  onImport,
  onGone,
}: ConversationListProps) {
  const [, navigate] = useLocation()
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim())
  const [view, setView] = useState<ConversationFilter>('active')
  const [tag, setTag] = useState<string>()
  const { data: folders = [] } = useQuery(chatLibraryQueries.folders())
  const [isFolderWanted, setIsFolderWanted] = useState(false)
  const menu = useConversationMenu({ view, onGone })
  const list = useRef<HTMLElement>(null)
  useEffect(() => keepListFocus(list.current), [])
  useSelectionKeys(list)
  const isSelecting = useStore(selectionStore, ({ ids }) => ids.length > 0)
  useEffect(() => {
    selectOnly([])
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the list shows other chats.
  }, [view, tag])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ConversationListHeader
        query={query}
        onQuery={setQuery}
        onNew={onNew}
        onImport={onImport}
        onView={setView}
        onNewFolder={() => setIsFolderWanted(true)}
        onAssistants={() => navigate('/chat/assistants')}
      />
      <nav
        ref={list}
        aria-label={t('Conversations')}
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-4"
      >
        {wanted !== '' ? (
          <Loaded
            load={loadResults}
            props={{ query: wanted, currentId, onOpen }}
            fallback={<ListHint>{t('Searching…')}</ListHint>}
          />
        ) : (
          <StoredConversations
            tagBar={<Loaded load={loadTagBar} props={{ tag, onTag: setTag }} />}
            tag={tag}
            view={view}
            onView={setView}
            currentId={currentId}
            folders={folders}
            menu={menu}
            onOpen={onOpen}
            onNewIn={onNewIn}
          />
        )}
      </nav>
      <Loaded
        load={loadSelection}
        isWanted={isSelecting || menu.tagged !== undefined}
        props={{ list, menu, folders, onGone }}
      />
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
      <Loaded
        load={loadForeverDialog}
        isWanted={menu.doomed !== undefined}
        props={{ doomed: menu.doomed, onClose: () => menu.doom(undefined), onGone }}
      />
    </div>
  )
})
