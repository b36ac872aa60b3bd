import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Folder from 'lucide-react/icons/folder'
import Pencil from 'lucide-react/icons/pencil'
import ListChecks from 'lucide-react/icons/list-checks'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { navigate } from 'wouter/use-browser-location'
import { withBase } from '#lib/base-path.ts'
import type { Conversation } from '#contract/chat/chat.ts'
import { cn } from '#ui/cn.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import type { MenuItem } from '#ui/overlays/menu-props.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { t } from '#languages/app.ts'
import { dragConversation } from './drag-conversation.ts'
import type { ConversationMenu } from './use-conversation-menu.ts'
import { exportItems } from '../export-items.tsx'
import { followLink } from '../follow-link.ts'
import { selectionStore, toggleSelected } from './selection-store.ts'
import { rowMenuButton } from './row-menu-button.tsx'
import { TitleField } from './title-field.tsx'

type ConversationRowProps = {
  conversation: Conversation
  isCurrent: boolean
  isUnread: boolean
  onOpen: (id: string) => void
  menu: ConversationMenu
}

export function ConversationRow({
  conversation,
  isCurrent,
  isUnread,
  onOpen,
  menu,
}: ConversationRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { id, title, isAnswering, tags } = conversation
  const isSelected = useStore(selectionStore, ({ ids }) => ids.includes(id))
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])

  const rename = (next: string) => {
    setIsRenaming(false)
    if (next !== title) menu.change(conversation, { title: next })
  }

  if (isRenaming) {
    return (
      <li>
        <TitleField title={title} onDone={rename} onCancel={() => setIsRenaming(false)} />
      </li>
    )
  }
  return (
    <li
      ref={row}
      data-chat={id}
      className={cn(
        'group/row flex h-8.5 items-center rounded-row pe-0.5 hover:bg-hover has-aria-expanded:bg-hover coarse:h-11.5',
        isCurrent && 'bg-surface-raised shadow-segment hover:bg-surface-raised',
        isSelected && 'bg-accent-soft! text-ink',
      )}
    >
      <a
        href={withBase(`/chat/${id}`)}
        onClick={(event) => followLink(event, () => onOpen(id))}
        onDragStart={(event) => dragConversation(event, id)}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'flex h-full min-w-0 flex-1 items-center rounded-row px-2.5',
          isCurrent ? 'font-medium text-ink' : 'text-ink-muted group-hover/row:text-ink',
        )}
      >
        <span dir="auto" className="truncate">
          {title}
        </span>
        {tags && (
          <span className="ms-auto flex min-w-0 shrink-0 gap-1 ps-2 text-2xs font-normal text-ink-muted">
            <span className="max-w-16 truncate rounded-full bg-pressed px-1.5">{tags[0]}</span>
            {tags.length > 1 && `+${tags.length - 1}`}
          </span>
        )}
        {isSelected && <span className="sr-only">{t('selected')}</span>}
      </a>
      <AnswerMark isAnswering={isAnswering === true} isUnread={isUnread} />
      <Menu
        align="start"
        trigger={rowMenuButton(t('Actions for {title}', { title }))}
        items={getMenuItems(conversation, menu, () => setIsRenaming(true))}
      />
    </li>
  )
}

function AnswerMark({ isAnswering, isUnread }: { isAnswering: boolean; isUnread: boolean }) {
  if (isAnswering) return <Spinner label={t('Answering')} className="mx-1 size-3 text-ink-faint" />
  if (!isUnread) return null
  return (
    <span className="mx-1.5">
      <span aria-hidden className="block size-2 rounded-full bg-accent" />
      <span className="sr-only">{t('New answer')}</span>
    </span>
  )
}

function getMenuItems(
  conversation: Conversation,
  menu: ConversationMenu,
  rename: () => void,
): (MenuItem | 'separator')[] {
  const { id, pinnedAt, archivedAt } = conversation
  const forever = {
    label: t('Delete permanently…'),
    icon: <X />,
    isDangerous: true,
    onSelect: () => menu.doom(conversation),
  }
  if (menu.view === 'trash') {
    return [
      { label: t('Restore'), icon: <Undo2 />, onSelect: () => menu.restore(conversation) },
      forever,
    ]
  }
  return [
    { label: t('Rename'), icon: <Pencil />, onSelect: rename },
    {
      label: pinnedAt === undefined ? t('Pin') : t('Unpin'),
      icon: pinnedAt === undefined ? <Pin /> : <PinOff />,
      onSelect: () => menu.change(conversation, { isPinned: pinnedAt === undefined }),
    },
    { label: t('Select'), icon: <ListChecks />, onSelect: () => toggleSelected(id) },
    { label: t('Tags…'), icon: <Tag />, onSelect: () => menu.tag(conversation) },
    { label: t('Move to folder…'), icon: <Folder />, onSelect: () => menu.move(conversation) },
    { label: t('Duplicate'), icon: <CopyPlus />, onSelect: () => menu.copy(conversation) },
    {
      label: t('Ask this regularly…'),
      icon: <CalendarClock />,
      onSelect: () => navigate(withBase(`/settings/schedules?from=${id}#scheduled-questions`)),
    },
    'separator',
    ...exportItems(id),
    'separator',
    {
      label: archivedAt === undefined ? t('Archive') : t('Unarchive'),
      icon: archivedAt === undefined ? <Archive /> : <ArchiveRestore />,
      onSelect: () => menu.archive(conversation),
    },
    {
      label: t('Delete'),
      icon: <Trash2 />,
      isDangerous: true,
      onSelect: () => menu.remove(conversation),
    },
    forever,
  ]
}
