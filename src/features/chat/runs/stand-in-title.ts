import type { ConversationDetail } from '#contract/chat/chat.ts'
import { titleLine, untitled } from '#lib/title-line.ts'

/** Whether the only question of a chat still stands in for its title: its first words, or else the name of a file. */
export function hasStandInTitle({ conversation, messages }: ConversationDetail): boolean {
  const [question, another] = messages.filter(({ role }) => role === 'user')
  if (!question || another) return false
  const { title } = conversation
  const words = titleLine(question.text)
  if (words !== '') return words.startsWith(title.replace(/…$/, '').trimEnd())
  return title === untitled || (question.attachments ?? []).some(({ name }) => name === title)
}
