import type { ConversationDetail } from '#contract/chat/chat.ts'
import { titleLine, untitled } from '#lib/title-line.ts'

/**
 * Returns whether the title is provisional: the start of the only question, or the name of its
 * file.
 */
export function hasProvisionalTitle({ conversation, messages }: ConversationDetail): boolean {
  const [question, another] = messages.filter(({ role }) => role === 'user')
  if (!question || another) return false
  const { title } = conversation
  const words = titleLine(question.text)
  if (words !== '') return words.startsWith(title.replace(/…$/, '').trimEnd())
  return title === untitled || (question.attachments ?? []).some(({ name }) => name === title)
}
