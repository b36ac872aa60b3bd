import { useInfiniteQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useMemo, type ReactNode } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Folder } from '#contract/chat/library.ts'
import type { Conversation } from '#contract/chat/chat.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/app.ts'
import { ConversationRow } from './row/conversation-row.tsx'
import { groupByDay } from './day-groups.ts'
import { DropPlace } from './drop-place.tsx'
import { FolderSection } from './folder-section.tsx'
import { chatLibraryQueries, type ConversationFilter } from './library-queries.ts'
import { ListHint } from './list-hint.tsx'
import { MoreButton } from './row/more-button.tsx'
import { SharedConversations } from './shared-conversations.tsx'
import { useUnread } from './row/unread.ts'
import type { ConversationMenu } from './row/use-conversation-menu.ts'

type StoredConversationsProps = {
  tagBar: ReactNode
  /** Hides chats without this tag. Undefined shows all chats. */
  tag: string | undefined
  view: ConversationFilter
  onView: (view: ConversationFilter) => void
  currentId: string | undefined
  folders: readonly Folder[]
  menu: ConversationMenu
  onOpen: (id: string, messageId?: string) => void
  onNewIn: (folderId: string) => void
}

const titles = { active: undefined, archived: t('Archived'), trash: t('Trash') } as const

const emptyText: Record<ConversationFilter, string> = {
  active: t('No chats yet.'),
  archived: t('No archived chats.'),
  trash: t('The trash is empty. Deleted chats stay here for 30 days.'),
}

export function StoredConversations({
  tagBar,
  tag,
  view,
  onView,
  currentId,
  folders,
  menu,
  onOpen,
  onNewIn,
}: StoredConversationsProps) {
  const pages = useInfiniteQuery(chatLibraryQueries.pages(view, tag))
  const { data, dataUpdatedAt, error, isPending } = pages
  const all = useMemo(() => data?.pages.flatMap(({ conversations }) => conversations) ?? [], [data])
  const isUnread = useUnread(all, currentId, view !== 'active' || tag !== undefined)
  const hasFolders = view === 'active' && tag === undefined && folders.length > 0
  const isIn = (one: Conversation) => hasFolders && folders.some(({ id }) => id === one.folderId)
  const pinned = view === 'active' ? all.filter((one) => one.pinnedAt !== undefined) : []
  const others = all.filter((one) => !pinned.includes(one) && !isIn(one))
  const groups = groupByDay(others, new Date(dataUpdatedAt))
  const title = titles[view]

  const row = (conversation: Conversation) => (
    <ConversationRow
      key={conversation.id}
      conversation={conversation}
      isCurrent={conversation.id === currentId}
      isUnread={isUnread(conversation.id)}
      onOpen={onOpen}
      menu={menu}
    />
  )
  const hasAbove = pinned.length > 0 || hasFolders
  return (
    <>
      {title !== undefined && (
        <div className="mt-1 flex items-center gap-1">
          <IconButton
            size="sm"
            label={t('Back to all chats')}
            icon={<ArrowLeft aria-hidden />}
            onClick={() => onView('active')}
          />
          <h2 className="flex-1 text-xs font-medium">{title}</h2>
          {view === 'trash' && all.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => menu.doom('trash')}>
              {t('Empty trash')}
            </Button>
          )}
        </div>
      )}
      {tagBar}
      {error && !data && (
        <div className="px-2 py-3 text-ink-muted" role="alert">
          <p>{explainError(error)}</p>
          <Button size="sm" className="mt-2" onClick={() => void pages.refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {!isPending && all.length === 0 && !error && (
        <ListHint>{tag === undefined ? emptyText[view] : t('No chats with this tag.')}</ListHint>
      )}
      {view === 'trash' && all.length > 0 && (
        <ListHint>
          {t('Chats are deleted permanently 30 days after they were moved here.')}
        </ListHint>
      )}
      {pinned.length > 0 && <Group name={t('Pinned')}>{pinned.map(row)}</Group>}
      {hasFolders && (
        <div className="mt-4 first:mt-1.5">
          <h2 className={groupTitle}>{t('Folders')}</h2>
          {folders.map((folder) => (
            <FolderSection
              key={folder.id}
              folder={folder}
              holdsCurrent={all.some((one) => one.id === currentId && one.folderId === folder.id)}
              renderRow={row}
              onNewIn={onNewIn}
            />
          ))}
        </div>
      )}
      <DropPlace
        onConversation={(id) => {
          const dropped = all.find((one) => one.id === id)
          if (dropped?.folderId !== undefined) menu.change(dropped, { folderId: null })
        }}
      >
        {/* The first group has no top margin, because it may be the first of the list. */}
        <div className={hasAbove ? 'pt-2.5' : undefined}>
          {groups.map(({ name, conversations }) => (
            <Group key={name} name={name}>
              {conversations.map(row)}
            </Group>
          ))}
        </div>
      </DropPlace>
      <MoreButton pages={pages}>{t('Show older')}</MoreButton>
      {view === 'active' && <SharedConversations currentId={currentId} onOpen={onOpen} />}
    </>
  )
}

const groupTitle = 'px-2.5 pb-1 text-xs font-medium text-ink-muted'

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="mt-4 first:mt-1.5">
    <h2 className={groupTitle}>{name}</h2>
    <ul>{children}</ul>
  </section>
)
