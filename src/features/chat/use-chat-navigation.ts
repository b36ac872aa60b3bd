import { useState } from 'react'
import { useLocation } from 'wouter'
import { useLatest } from '#ui/actions/use-latest.ts'

/** Going from one conversation to another, with the list of them that narrow screens hide. */
export function useChatNavigation(
  conversationId: string | undefined,
  { onBegin }: { onBegin: () => void },
) {
  const [, navigate] = useLocation()
  const [isListOpen, setIsListOpen] = useState(false)
  const beginAt = (address: string) => {
    setIsListOpen(false)
    navigate(address)
    onBegin()
  }
  const begin = () => beginAt('/chat')
  const actions = useLatest({
    begin,
    /** A new conversation that its first question puts into a folder. */
    beginIn: (folderId: string) => beginAt(`/chat?folder=${folderId}`),
    open: (id: string, messageId?: string) => {
      setIsListOpen(false)
      navigate(messageId === undefined ? `/chat/${id}` : `/chat/${id}#${messageId}`)
    },
    beginTemporary: () => {
      setIsListOpen(false)
      navigate('/chat/temporary')
    },
    /** The address follows a conversation that has just begun. */
    follow: (id: string) => {
      if (id !== conversationId) navigate(`/chat/${id}`, { replace: true })
    },
    /** A conversation has been deleted or archived. */
    leave: (id: string) => id === conversationId && begin(),
    showList: () => setIsListOpen(true),
    hideList: () => setIsListOpen(false),
  })
  return { isListOpen, ...actions }
}

export type ChatNavigation = ReturnType<typeof useChatNavigation>
