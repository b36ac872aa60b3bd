import { isRecord } from '#lib/fields.ts'
import type { ChatRequestMessage } from '../../ports/chat-provider.ts'

/**
 * Stands for an answer that was stopped after tool results, because services refuse a question
 * right after tool results.
 */
const interrupted = 'The answer was interrupted.'

/**
 * Makes a history valid for services that require alternating roles. Merges consecutive questions,
 * and consecutive answers without tool calls.
 */
export function alternateRoles(messages: readonly ChatRequestMessage[]): ChatRequestMessage[] {
  const history: ChatRequestMessage[] = []
  for (const message of messages) {
    const last = history.at(-1)
    if (message.role === 'user' && last?.role === 'tool') {
      history.push({ role: 'assistant', content: interrupted }, message)
    } else if (last && canMerge(last, message)) {
      history[history.length - 1] = { ...last, content: join(last.content, message.content) }
    } else history.push(message)
  }
  return history
}

const canMerge = (last: ChatRequestMessage, message: ChatRequestMessage): boolean =>
  last.role === message.role &&
  (message.role === 'user' || message.role === 'assistant') &&
  [last, message].every((one) =>
    Object.keys(one).every((key) => key === 'role' || key === 'content'),
  )

type Content = ChatRequestMessage['content']

function join(first: Content, second: Content): Content {
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n\n${second}`
  return [...toParts(first), ...toParts(second)] as Content
}

const toParts = (content: Content): unknown[] =>
  Array.isArray(content)
    ? content.filter(isRecord)
    : content
      ? [{ type: 'text', text: content }]
      : []
