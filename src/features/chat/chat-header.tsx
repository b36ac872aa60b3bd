import { PanelLeft, SquarePen } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'

type ChatHeaderProps = {
  /** Of the conversation; absent before it has begun. */
  title: string | undefined
  onList: () => void
  onNew: () => void
}

/** Stands above the thread. Its buttons are for screens on which the list of conversations hides. */
export const ChatHeader = ({ title, onList, onNew }: ChatHeaderProps) => (
  <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2 lg:px-5">
    <IconButton
      className="lg:hidden"
      label="Conversations"
      icon={<PanelLeft aria-hidden />}
      onClick={onList}
    />
    <h1 className="min-w-0 flex-1 truncate text-sm font-medium max-lg:text-center">
      {title ?? 'New chat'}
    </h1>
    <IconButton
      className="lg:hidden"
      label="New chat"
      icon={<SquarePen aria-hidden />}
      onClick={onNew}
    />
  </header>
)
