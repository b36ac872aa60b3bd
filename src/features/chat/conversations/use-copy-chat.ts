import { useLocation } from 'wouter'
import { copyConversation } from '#api/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/app.ts'

/**
 * Returns a function that copies a chat and opens the copy. Optionally copies only up to a message.
 */
export function useCopyChat() {
  const [, navigate] = useLocation()
  return async (fromId: string, untilId?: string): Promise<void> => {
    try {
      const request = { id: newId(), fromId, ...(untilId !== undefined && { untilId }) }
      navigate(`/chat/${(await copyConversation(request)).id}`)
    } catch (error) {
      reportFailure(t('Could not copy the chat'))(error)
    }
  }
}
