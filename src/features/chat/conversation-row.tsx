import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { explain } from '#api/errors.ts'
import type { Conversation } from '#contract/chat.ts'
import { cn } from '#ui/cn.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlay-trigger.ts'
import { showToast } from '#ui/toasts.ts'
import { useRenameConversation } from './queries.ts'
import { TitleField } from './title-field.tsx'

type ConversationRowProps = {
  conversation: Conversation
  isCurrent: boolean
  onOpen: (id: string) => void
  onDelete: (conversation: Conversation) => void
}

/** One conversation in the list: a link, with its actions in a menu. */
export function ConversationRow({
  conversation,
  isCurrent,
  onOpen,
  onDelete,
}: ConversationRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const renaming = useRenameConversation()
  const { id, title } = conversation

  const rename = (next: string) => {
    setIsRenaming(false)
    if (next === title) return
    renaming.mutate(
      { id, title: next },
      {
        onError: (error) =>
          showToast({ title: 'Not renamed.', detail: explain(error), kind: 'error' }),
      },
    )
  }
  const open = (event: MouseEvent) => {
    // With a key held, the browser opens the address in a tab of its own.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(id)
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
      className={cn(
        'group/row flex h-8 items-center rounded-md pr-0.5 hover:bg-hover has-aria-expanded:bg-hover coarse:h-11',
        isCurrent && 'bg-pressed hover:bg-pressed',
      )}
    >
      <a
        href={`/chat/${id}`}
        onClick={open}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'flex h-full min-w-0 flex-1 items-center rounded-md px-2',
          isCurrent ? 'font-medium text-ink' : 'text-ink-muted group-hover/row:text-ink',
        )}
      >
        <span className="truncate">{title}</span>
      </a>
      <Menu
        align="start"
        trigger={actionsButton(title)}
        items={[
          { label: 'Rename', icon: <Pencil />, onSelect: () => setIsRenaming(true) },
          {
            label: 'Delete…',
            icon: <Trash2 />,
            isDangerous: true,
            onSelect: () => onDelete(conversation),
          },
        ]}
      />
    </li>
  )
}

const actionsButton = (title: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    size="sm"
    label={`Actions for ${title}`}
    icon={<Ellipsis aria-hidden />}
    className="opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 coarse:opacity-100"
  />
)
