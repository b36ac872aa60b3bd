import { useSyncExternalStore } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { useListShown } from './conversations/list-shown.ts'
import type { ChatNavigation } from './use-chat-navigation.ts'

type ConversationsPanelProps = {
  conversationId: string | undefined
  navigation: ChatNavigation
  onImport: () => void
}

const loadList = async () =>
  (await import('./conversations/conversation-list.tsx')).ConversationSidebar

const loadDrawer = async () => (await import('./conversations/drawer.tsx')).Drawer

export function ConversationsPanel({
  conversationId,
  navigation,
  onImport,
}: ConversationsPanelProps) {
  const isWide = useSyncExternalStore(
    followWidth,
    () => wide().matches,
    () => true,
  )
  const isShown = useListShown()
  const list = (
    <Loaded
      load={loadList}
      isWanted={(isWide && isShown) || navigation.isListOpen}
      props={{
        currentId: conversationId,
        onOpen: navigation.open,
        onNew: navigation.begin,
        onNewIn: navigation.beginIn,
        onImport,
        onGone: navigation.leave,
      }}
    />
  )
  return (
    <>
      {isShown && (
        <aside
          aria-label={t('Conversations')}
          className="hidden w-66.5 shrink-0 pe-2 lg:block group-has-data-preview/chat:max-xl:hidden!"
        >
          {list}
        </aside>
      )}
      <Loaded
        load={loadDrawer}
        isWanted={navigation.isListOpen}
        props={{
          isOpen: navigation.isListOpen,
          onClose: navigation.hideList,
          label: t('Conversations'),
          children: list,
        }}
      />
    </>
  )
}

/** Must equal the breakpoint `lg:` in the classes above. */
const wide = () => matchMedia('(min-width: 64rem)')

function followWidth(onChange: () => void): () => void {
  const query = wide()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
