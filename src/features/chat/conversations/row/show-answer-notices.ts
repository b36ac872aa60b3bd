import { withBase } from '#lib/base-path.ts'
import { navigate } from 'wouter/use-browser-location'
import type { Conversation } from '#contract/chat/chat.ts'

/** Maximum number of notices that are shown at once. */
const noticesMax = 3

/**
 * Shows a notification of the browser for each chat whose answer has ended. A click opens the chat.
 * Notifications with the same tag replace each other, so several tabs show only one.
 */
export function showAnswerNotices(chats: readonly Pick<Conversation, 'id' | 'title'>[]): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  for (const { id, title } of chats.slice(0, noticesMax)) {
    const notice = new Notification(title, { body: 'The answer is ready.', tag: `answer-${id}` })
    notice.addEventListener('click', () => {
      window.focus()
      navigate(withBase(`/chat/${id}`))
      notice.close()
    })
  }
}
