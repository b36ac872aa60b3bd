import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import FolderInput from 'lucide-react/icons/folder-input'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { Conversation, ConversationPage } from '#contract/chat/chat.ts'
import type { Folder } from '#contract/chat/library.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { useBelowToasts } from '#ui/feedback/use-below-toasts.ts'
import { t } from '#languages/app.ts'
import { chatQueries } from '../../queries/chat-queries.ts'
import { FolderDialog } from '../folder-dialog.tsx'
import type { ConversationFilter } from '../library-queries.ts'
import type { ConversationMenu } from '../row/use-conversation-menu.ts'
import { selectionStore, selectOnly } from '../row/selection-store.ts'
import { TagDialog } from './tag-dialog.tsx'
import { formatChats, useSelectedActions } from './use-selected-actions.ts'

export type SelectionLayerProps = {
  list: RefObject<HTMLElement | null>
  menu: ConversationMenu
  folders: readonly Folder[]
  onGone: (id: string) => void
}

/** Renders the actions on the selected chats. */
export function SelectionLayer({ list, menu, folders, onGone }: SelectionLayerProps) {
  const { view } = menu
  const ids = useStore(selectionStore, (state) => state.ids)
  const findChats = useFindChats()
  const [tagged, setTagged] = useState<readonly Conversation[]>()
  const [moved, setMoved] = useState<readonly Conversation[]>()
  const actions = useSelectedActions()
  const end = () => {
    selectOnly([])
    list.current?.querySelector('a')?.focus()
  }
  /** Runs an action that removes the selected chats from the list. */
  const run = async (act: (chosen: readonly Conversation[]) => Promise<Conversation[]>) => {
    const chosen = findChats(ids)
    end()
    for (const { id } of await act(chosen)) onGone(id)
  }
  return (
    <>
      {ids.length > 0 && (
        <Bar
          count={ids.length}
          view={view}
          onArchive={() =>
            void run((chosen) =>
              actions.change(
                chosen,
                () => ({ isArchived: view === 'active' }),
                (count) =>
                  view === 'active'
                    ? t('{count} archived.', { count })
                    : t('{count} unarchived.', { count }),
              ),
            )
          }
          onMove={() => setMoved(findChats(ids))}
          onTag={() => setTagged(findChats(ids))}
          onRemove={() => void run(actions.remove)}
          onRestore={() => void actions.restore(findChats(ids)).then(end)}
          onEnd={end}
        />
      )}
      <TagDialog
        chosen={menu.tagged ? [menu.tagged] : tagged}
        onClose={() => {
          setTagged(undefined)
          menu.tag(undefined)
        }}
      />
      <FolderDialog
        isOpen={moved !== undefined}
        onClose={() => setMoved(undefined)}
        conversation={undefined}
        folders={folders}
        several={{
          label: t('Move {chats}', { chats: formatChats(moved?.length ?? 0) }),
          moveTo: (folderId) =>
            actions.change(
              moved ?? [],
              () => ({ folderId }),
              (count) => t('{count} moved.', { count }),
            ),
        }}
      />
    </>
  )
}

type BarProps = {
  count: number
  view: ConversationFilter
  onArchive: () => void
  onMove: () => void
  onTag: () => void
  onRemove: () => void
  onRestore: () => void
  onEnd: () => void
}

function Bar({ count, view, ...on }: BarProps) {
  const bar = useRef<HTMLElement>(null)
  useBelowToasts(bar)
  return (
    <section ref={bar} aria-label={t('Selected chats')} className="float mx-2 mb-2 shrink-0 p-1.5">
      <div className="flex items-center ps-2">
        <p aria-live="polite" className="me-auto truncate font-medium tabular-nums">
          {t('{count} selected', { count })}
        </p>
        <IconButton label={t('End the selection')} icon={<X aria-hidden />} onClick={on.onEnd} />
      </div>
      {view === 'trash' ? (
        <div className="flex">
          <BarButton label={t('Restore')} icon={<Undo2 aria-hidden />} onClick={on.onRestore} />
        </div>
      ) : (
        <div className="flex">
          <BarButton label={t('Tags')} icon={<Tag aria-hidden />} onClick={on.onTag} />
          <BarButton label={t('Move')} icon={<FolderInput aria-hidden />} onClick={on.onMove} />
          <BarButton
            label={view === 'active' ? t('Archive') : t('Unarchive')}
            icon={view === 'active' ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
            onClick={on.onArchive}
          />
          <BarButton
            label={t('Delete')}
            icon={<Trash2 aria-hidden />}
            className="text-danger! hover:bg-danger-soft!"
            onClick={on.onRemove}
          />
        </div>
      )}
    </section>
  )
}

type BarButtonProps = {
  label: string
  icon: ReactNode
  className?: string
  onClick: () => void
}

const BarButton = ({ label, icon, className, onClick }: BarButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    className={cn(
      'flex h-11 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-md px-0.5 text-2xs font-medium text-ink-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed [&_svg]:size-4',
      className,
    )}
  >
    {icon}
    <span className="max-w-full truncate">{label}</span>
  </button>
)

type Pages = InfiniteData<ConversationPage, string>

/** Returns a function that returns the loaded chats with the given ids, in the order of `ids`. */
function useFindChats() {
  const client = useQueryClient()
  return (ids: readonly string[]): Conversation[] => {
    const { queryKey } = chatQueries.conversations()
    const known = new Map<string, Conversation>()
    for (const [, held] of client.getQueriesData<Pages>({ queryKey, type: 'active' })) {
      if (held === undefined || !('pages' in held)) continue
      for (const { conversations } of held.pages) {
        for (const one of conversations) known.set(one.id, one)
      }
    }
    return ids.flatMap((id) => known.get(id) ?? [])
  }
}
