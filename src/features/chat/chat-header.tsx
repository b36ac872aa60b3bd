import {
  BookText,
  Columns2,
  Ellipsis,
  Ghost,
  PanelLeft,
  Printer,
  Search,
  Share2,
  SlidersHorizontal,
  SquarePen,
  Upload,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { exportItems } from './conversations/export-items.tsx'
import { prepareChatDialogs } from './dialogs/chat-dialogs.tsx'
import type { ChatDialog } from './dialogs/use-chat-dialogs.ts'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'

type ChatHeaderProps = {
  /** Of the conversation; absent before it has begun. */
  title: string | undefined
  conversationId: string | undefined
  /** Instructions, params or tools are set. */
  hasSettings: boolean
  onList: () => void
  onNew: () => void
  onFind: () => void
  onDialog: (dialog: ChatDialog) => void
  isReadAloud: boolean
  onReadAloud: (isOn: boolean) => void
}

/** Stands above the thread. */
export function ChatHeader({
  title,
  conversationId,
  hasSettings,
  onList,
  onNew,
  onFind,
  onDialog,
  isReadAloud,
  onReadAloud,
}: ChatHeaderProps) {
  const [, navigate] = useLocation()
  return (
    <header className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line px-2 lg:pl-5">
      <IconButton
        className="lg:hidden"
        label="Conversations"
        icon={<PanelLeft aria-hidden />}
        onClick={onList}
      />
      <h1 className="min-w-0 flex-1 truncate px-1 text-sm font-medium">
        <bdi>{title ?? 'New chat'}</bdi>
      </h1>
      {title !== undefined && (
        <IconButton
          label="Find in this chat"
          keys="Ctrl F"
          icon={<Search aria-hidden />}
          onClick={onFind}
        />
      )}
      <IconButton
        label="Chat settings"
        className="relative"
        icon={
          <>
            <SlidersHorizontal aria-hidden />
            {hasSettings && (
              <span
                aria-hidden
                className="absolute top-1 right-1 size-1.5 rounded-full bg-accent"
              />
            )}
          </>
        }
        onClick={() => onDialog({ kind: 'settings' })}
      />
      <Menu
        trigger={moreButton}
        onPrepare={prepareChatDialogs}
        items={[
          {
            label: 'Compare models…',
            icon: <Columns2 />,
            onSelect: () => onDialog({ kind: 'compare' }),
          },
          {
            label: 'Temporary chat',
            icon: <Ghost />,
            onSelect: () => navigate('/chat/temporary'),
          },
          { label: 'Prompts…', icon: <BookText />, onSelect: () => onDialog({ kind: 'prompts' }) },
          'separator',
          ...(conversationId !== undefined && title !== undefined
            ? [
                {
                  label: 'Share…',
                  icon: <Share2 />,
                  onSelect: () => onDialog({ kind: 'share', conversationId }),
                },
                ...exportItems(conversationId),
                {
                  label: 'Print or save as PDF…',
                  icon: <Printer />,
                  // Once the menu has gone: it would be printed.
                  onSelect: () => setTimeout(() => print(), 200),
                },
              ]
            : []),
          { label: 'Import…', icon: <Upload />, onSelect: () => onDialog({ kind: 'import' }) },
          'separator',
          {
            label: isReadAloud
              ? 'Screen reader: announce start and end'
              : 'Screen reader: read each sentence',
            onSelect: () => onReadAloud(!isReadAloud),
          },
        ]}
      />
      <IconButton
        className="lg:hidden"
        label="New chat"
        icon={<SquarePen aria-hidden />}
        onClick={onNew}
      />
    </header>
  )
}

const moreButton = (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label="More" icon={<Ellipsis aria-hidden />} />
)
