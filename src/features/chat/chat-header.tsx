import Ellipsis from 'lucide-react/icons/ellipsis'
import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import Share2 from 'lucide-react/icons/share-2'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SquarePen from 'lucide-react/icons/square-pen'
import { Button } from '#ui/actions/button.tsx'
import type { Conversation } from '#contract/chat/chat.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { LoadedMenu } from '#ui/overlays/loaded-menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'
import { toggleChatList, useListShown } from './conversations/list-shown.ts'
import { prepareChatDialogs } from './dialogs/chat-dialogs.tsx'
import type { ChatDialog } from './dialogs/use-chat-dialogs.ts'

const loadItems = async () => (await import('./header-items.tsx')).HeaderItems

type ChatHeaderProps = {
  /**
   * Title of the conversation. Undefined in an empty chat, or if the conversation cannot be loaded.
   */
  title: string | undefined
  isGone: boolean
  isReadOnly: boolean
  conversationId: string | undefined
  conversation: Conversation | undefined
  hasSettings: boolean
  onList: () => void
  onNew: () => void
  onFind: () => void
  onDialog: (dialog: ChatDialog) => void
  isReadAloud: boolean
  onReadAloud: (isOn: boolean) => void
}

export function ChatHeader({
  title,
  isGone,
  isReadOnly,
  conversationId,
  conversation,
  hasSettings,
  onList,
  onNew,
  onFind,
  onDialog,
  isReadAloud,
  onReadAloud,
}: ChatHeaderProps) {
  const isListShown = useListShown()
  return (
    <header className="flex h-13 shrink-0 items-center gap-0.5 px-2.5 coarse:h-13.5">
      <Button
        variant="ghost"
        // On phones, the label is below the icon, because the title of a chat needs the room.
        className="px-2! max-sm:flex-col max-sm:gap-0.5 max-sm:text-2xs lg:hidden group-has-data-preview/chat:max-xl:inline-flex!"
        icon={<PanelLeft aria-hidden />}
        onClick={onList}
      >
        {t('Chats')}
      </Button>
      <IconButton
        className="max-lg:hidden group-has-data-preview/chat:max-xl:hidden!"
        label={isListShown ? t('Hide the chat list') : t('Show the chat list')}
        keys="Ctrl Shift L"
        icon={<PanelLeft aria-hidden />}
        onClick={toggleChatList}
      />
      <h1 dir="auto" className="min-w-0 flex-1 truncate px-1 text-base font-semibold">
        {title ?? (isGone ? t('Chat') : t('New chat'))}
      </h1>
      {title !== undefined && conversationId !== undefined && !isReadOnly && (
        <Button
          variant="ghost"
          icon={<Share2 aria-hidden />}
          className="max-md:hidden"
          onClick={() => onDialog({ kind: 'share', conversationId })}
        >
          {t('Share')}
        </Button>
      )}
      {title !== undefined && (
        <IconButton
          label={t('Find in this chat')}
          keys="Ctrl F"
          icon={<Search aria-hidden />}
          onClick={onFind}
        />
      )}
      {!isReadOnly && !isGone && (
        <IconButton
          label={t('Chat settings')}
          icon={
            // Place the dot at the icon, because the button around the icon is larger on touch
            // screens.
            <span className="relative">
              <SlidersHorizontal aria-hidden />
              {hasSettings && (
                <span
                  aria-hidden
                  className="absolute -top-1 -end-1 size-1.5 rounded-full bg-accent"
                />
              )}
            </span>
          }
          onClick={() => onDialog({ kind: 'settings' })}
        />
      )}
      <LoadedMenu
        load={loadItems}
        props={{
          trigger: moreButton,
          conversationId: title === undefined ? undefined : conversationId,
          conversation,
          isReadOnly: isReadOnly || isGone,
          onDialog,
          isReadAloud,
          onReadAloud,
        }}
        trigger={moreButton}
        onPrepare={prepareChatDialogs}
      />
      <IconButton
        className={isListShown ? 'lg:hidden' : undefined}
        label={t('New chat')}
        icon={<SquarePen aria-hidden />}
        onClick={onNew}
      />
    </header>
  )
}

const moreButton = (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label={t('More')} icon={<Ellipsis aria-hidden />} />
)
