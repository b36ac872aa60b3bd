import { withBase } from '#lib/base-path.ts'
import { navigate } from 'wouter/use-browser-location'
import type { Conversation } from '#contract/chat/chat.ts'
import { showSystemNotice } from '#lib/browser/system-notice.ts'
import { t } from '#languages/app.ts'

const noticesMax = 3

/**
 * Shows a notice of the system for each chat whose answer has ended. The tag of a notice prevents
 * duplicates from other tabs and from the server.
 */
export async function showAnswerNotices(
  chats: readonly Pick<Conversation, 'id' | 'title'>[],
): Promise<void> {
  for (const { id, title } of chats.slice(0, noticesMax)) {
    const path = `chat/${id}`
    const notice = { title, body: t('The answer is ready.'), tag: `answer-${id}`, path }
    await showSystemNotice(notice, () => navigate(withBase(`/${path}`)))
  }
}
