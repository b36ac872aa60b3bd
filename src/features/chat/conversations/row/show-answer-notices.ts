import { withBase } from '#lib/base-path.ts'
import { navigate } from 'wouter/use-browser-location'
import type { Conversation } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'

const noticesMax = 3

/**
 * Shows a browser notification for each chat whose answer has ended. The tag of a notification
 * prevents duplicates from other tabs.
 */
export function showAnswerNotices(chats: readonly Pick<Conversation, 'id' | 'title'>[]): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  for (const { id, title } of chats.slice(0, noticesMax)) {
    const notice = new Notification(title, { body: t('The answer is ready.'), tag: `answer-${id}` })
    notice.addEventListener('click', () => {
      window.focus()
      navigate(withBase(`/chat/${id}`))
      notice.close()
    })
  }
}
