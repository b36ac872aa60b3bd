import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import FolderInput from 'lucide-react/icons/folder-input'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { Conversation, ConversationPage } from '#contract/chat/chat.ts'
import type { Folder } from '#contract/chat/library.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { useBelowToasts } from '#ui/feedback/use-below-toasts.ts'
import { t } from '#languages/app.ts'
import { chatQueries } from '../../queries/chat-queries.ts'
import { FolderDialog } from '../folder-dialog.tsx'
import type { ConversationFilter } from '../library-queries.ts'
import type { ConversationMenu } from '../row/use-conversation-menu.ts'
import { selectionStore, selectOnly } from '../row/selection-store.ts'
import { TagDialog } from './tag-dialog.tsx'
import { formatChats, useSelectedActions } from './use-selected-actions.ts'
import { useSelectionKeys } from './use-selection-keys.ts'

export type SelectionLayerProps = {
  list: RefObject<HTMLElement | null>
  /** The tag by which the list is filtered. */
  tag: string | undefined
  menu: ConversationMenu
  folders: readonly Folder[]
  onGone: (id: string) => void
}

/** Lets the user select chats of the list, and shows the actions on the selected chats. */
export function SelectionLayer({ list, tag, menu, folders, onGone }: SelectionLayerProps) {
  const { view } = menu
  const ids = useStore(selectionStore, (state) => state.ids)
  const findChats = useFindChats()
  const [tagged, setTagged] = useState<readonly Conversation[]>()
  const [moved, setMoved] = useState<readonly Conversation[]>()
  const actions = useSelectedActions()
  useSelectionKeys(list)
  useEffect(() => {
    selectOnly([])
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the list shows other chats.
  }, [view, tag])
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
                (count) => `${count} ${view === 'active' ? 'archived' : 'unarchived'}.`,
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
    <section
      ref={bar}
      aria-label={t('Selected chats')}
      className="mx-2 mb-2 flex shrink-0 items-center gap-0.5 rounded-lg border border-line bg-surface-raised py-1 pe-1 ps-3 shadow-raised"
    >
      <p aria-live="polite" className="me-auto truncate text-xs text-ink-muted tabular-nums">
        {count}
        <span className="sr-only"> {t('selected')}</span>
      </p>
      {view === 'trash' ? (
        <IconButton label={t('Restore')} icon={<Undo2 aria-hidden />} onClick={on.onRestore} />
      ) : (
        <>
          <IconButton label={t('Tags')} icon={<Tag aria-hidden />} onClick={on.onTag} />
          <IconButton
            label={t('Move to folder')}
            icon={<FolderInput aria-hidden />}
            onClick={on.onMove}
          />
          <IconButton
            label={view === 'active' ? t('Archive') : t('Unarchive')}
            icon={view === 'active' ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
            onClick={on.onArchive}
          />
          <IconButton label={t('Delete')} icon={<Trash2 aria-hidden />} onClick={on.onRemove} />
        </>
      )}
      <IconButton label={t('End the selection')} icon={<X aria-hidden />} onClick={on.onEnd} />
    </section>
  )
}

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
