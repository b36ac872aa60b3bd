import { z } from 'zod'
import { cutText } from '#lib/cut-text.ts'
import { isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { Dialect } from './dialect.ts'
import { deriveId, type ForeignConversation } from './foreign-conversation.ts'
import { parseIsoDate, toForeignMessages, joinTexts, type ForeignNode } from './foreign-tree.ts'

const text = z.string().nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)

const messageSchema = z.looseObject({
  messageId: z.string(),
  parentMessageId: text,
  isCreatedByUser: z.boolean().nullish().catch(null),
  sender: text,
  text,
  content: list,
  model: text,
  createdAt: text,
  children: list,
})

const conversationSchema = z.looseObject({
  conversationId: z.string(),
  title: text,
  options: z.looseObject({ model: text, promptPrefix: text }).nullish().catch(null),
  messages: list,
  messagesTree: list,
})

/** LibreChat's JSON export: one conversation with its messages as a list or nested. */
export const libreChat: Dialect<z.infer<typeof conversationSchema>> = {
  source: 'librechat',
  mark: 'conversationId',
  schema: conversationSchema,
  toConversation(from, title): ForeignConversation {
    const id = deriveId('librechat', from.conversationId)
    const nodes = nodesIn(from.messagesTree ?? from.messages ?? [])
    const dates = nodes.flatMap(({ at }) => at ?? [])
    const createdAt = new Date(dates.reduce((min, at) => Math.min(min, at.getTime()), Infinity))
    const first = dates.length > 0 ? createdAt : new Date(0)
    const messages = toForeignMessages(nodes, id, first)
    const systemPrompt = from.options?.promptPrefix?.slice(0, 64_000)
    return {
      id,
      title: cutText(title, 200),
      modelId: from.options?.model ?? undefined,
      isPinned: false,
      isArchived: false,
      ...(systemPrompt && { settings: { systemPrompt } }),
      createdAt: first,
      updatedAt: messages.at(-1)?.createdAt ?? first,
      messages,
    }
  },
}

function nodesIn(messages: readonly unknown[]): ForeignNode[] {
  const nodes: ForeignNode[] = []
  const waiting: { value: unknown; parentId?: string }[] = messages
    .map((value) => ({ value }))
    .toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { data } = messageSchema.safeParse(next.value)
    if (!data) continue
    const { messageId: id, isCreatedByUser, sender } = data
    nodes.push({
      id,
      parentId: next.parentId ?? data.parentMessageId,
      said: {
        role: (isCreatedByUser ?? sender === 'User') ? 'user' : 'assistant',
        ...wordsOf(data),
      },
      at: parseIsoDate(data.createdAt),
    })
    for (const value of (data.children ?? []).toReversed()) waiting.push({ value, parentId: id })
  }
  return nodes
}

/**
 * Returns a message's text. Newer messages are lists of parts, and text may be an object with a
 * value.
 */
function wordsOf(message: z.infer<typeof messageSchema>): { text: string; reasoning: string } {
  const parts = (message.content ?? []).filter(isRecord)
  const wordsIn = (field: string) =>
    joinTexts(
      parts.map((part) => {
        const value = part['type'] === field ? ownValue(part, field) : ''
        const words = isRecord(value) ? value['value'] : value
        return typeof words === 'string' ? words : ''
      }),
    )
  return { text: wordsIn('text') || (message.text ?? ''), reasoning: wordsIn('think') }
}
