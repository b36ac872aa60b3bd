import {
  BookText,
  Columns2,
  Download,
  Ellipsis,
  PanelLeft,
  Search,
  SlidersHorizontal,
  SquarePen,
  Upload,
} from 'lucide-react'
import { exportUrlOf } from '#api/chat-library.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
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
  onSettings: () => void
  onCompare: () => void
  onPrompts: () => void
  onImport: () => void
  isReadAloud: boolean
  onReadAloud: (isOn: boolean) => void
}

/** Stands above the thread. */
export const ChatHeader = ({
  title,
  conversationId,
  hasSettings,
  onList,
  onNew,
  onFind,
  onSettings,
  onCompare,
  onPrompts,
  onImport,
  isReadAloud,
  onReadAloud,
}: ChatHeaderProps) => (
  <header className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line px-2 lg:pl-5">
    <IconButton
      className="lg:hidden"
      label="Conversations"
      icon={<PanelLeft aria-hidden />}
      onClick={onList}
    />
    <h1 className="min-w-0 flex-1 truncate px-1 text-sm font-medium">{title ?? 'New chat'}</h1>
    {title !== undefined && (
      <IconButton
        label="Find in this conversation"
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
            <span aria-hidden className="absolute top-1 right-1 size-1.5 rounded-full bg-accent" />
          )}
        </>
      }
      onClick={onSettings}
    />
    <Menu
      trigger={moreButton}
      items={[
        { label: 'Compare models…', icon: <Columns2 />, onSelect: onCompare },
        { label: 'Prompts…', icon: <BookText />, onSelect: onPrompts },
        'separator',
        ...(conversationId !== undefined && title !== undefined
          ? [
              {
                label: 'Export as Markdown',
                icon: <Download />,
                href: exportUrlOf(conversationId, 'markdown'),
                download: true as const,
              },
              {
                label: 'Export as JSON',
                icon: <Download />,
                href: exportUrlOf(conversationId, 'json'),
                download: true as const,
              },
              {
                label: 'Export with attachments',
                icon: <Download />,
                href: exportUrlOf(conversationId, 'zip'),
                download: true as const,
              },
            ]
          : []),
        { label: 'Import…', icon: <Upload />, onSelect: onImport },
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

const moreButton = (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label="More" icon={<Ellipsis aria-hidden />} />
)
