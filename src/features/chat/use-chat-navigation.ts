import { useState } from 'react'
import { useLocation } from 'wouter'
import { useLatest } from '#ui/actions/use-latest.ts'

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
    beginIn: (folderId: string) => beginAt(`/chat?folder=${folderId}`),
    open: (id: string, messageId?: string) => {
      setIsListOpen(false)
      navigate(messageId === undefined ? `/chat/${id}` : `/chat/${id}#${messageId}`)
    },
    beginTemporary: () => {
      setIsListOpen(false)
      navigate('/chat/temporary')
    },
    openAssistants: () => navigate('/chat/assistants'),
    follow: (id: string) => {
      if (id !== conversationId) navigate(`/chat/${id}`, { replace: true })
    },
    leave: (id: string) => id === conversationId && begin(),
    showList: () => setIsListOpen(true),
    hideList: () => setIsListOpen(false),
  })
  return { isListOpen, ...actions }
}

export type ChatNavigation = ReturnType<typeof useChatNavigation>
