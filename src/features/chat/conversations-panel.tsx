import { ConversationList } from './conversations/conversation-list.tsx'
import { Drawer } from './conversations/drawer.tsx'
import type { ChatNavigation } from './use-chat-navigation.ts'

type ConversationsPanelProps = {
  conversationId: string | undefined
  navigation: ChatNavigation
  onImport: () => void
}

/** The list of conversations: at the left on wide screens, in a drawer on narrow ones. */
export function ConversationsPanel({
  conversationId,
  navigation,
  onImport,
}: ConversationsPanelProps) {
  const list = (
    <ConversationList
      currentId={conversationId}
      onOpen={navigation.open}
      onNew={navigation.begin}
      onImport={onImport}
      onGone={navigation.leave}
    />
  )
  return (
    <>
      <aside
        aria-label="Conversations"
        className="hidden w-64 shrink-0 border-r border-line bg-surface-sunken lg:block"
      >
        {list}
      </aside>
      <Drawer isOpen={navigation.isListOpen} onClose={navigation.hideList} label="Conversations">
        {list}
      </Drawer>
    </>
  )
}
