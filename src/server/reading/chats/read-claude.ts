import { z } from 'zod'
import { cutText } from '#lib/cut-text.ts'
import type { Dialect } from './dialect.ts'
import { deriveId, type ForeignConversation } from './foreign-conversation.ts'
import { parseIsoDate, toForeignMessages, joinTexts, type ForeignNode } from './foreign-tree.ts'

const text = z.string().nullish().catch(null)

const messageSchema = z.looseObject({
  uuid: z.string().optional(),
  /** Only newer exports have parents, and thus branches. */
  parent_message_uuid: text,
  sender: z.string(),
  text,
  content: z
    .array(z.looseObject({ type: text, text, thinking: text }).catch({}))
    .nullish()
    .catch(null),
  attachments: z
    .array(z.looseObject({ file_name: text, extracted_content: text }).catch({}))
    .nullish()
    .catch(null),
  files: z
    .array(z.looseObject({ file_name: text }).catch({}))
    .nullish()
    .catch(null),
  created_at: text,
})
type Message = z.infer<typeof messageSchema>

const conversationSchema = z.looseObject({
  uuid: z.string().optional(),
  name: text,
  model: text,
  created_at: text,
  updated_at: text,
  current_leaf_message_uuid: text,
  chat_messages: z.array(messageSchema),
})

/** Claude's `conversations.json`, a list of conversations with their messages in order. */
export const claude: Dialect<z.infer<typeof conversationSchema>> = {
  source: 'claude',
  mark: 'chat_messages',
  schema: conversationSchema,
  toConversation(from, title): ForeignConversation {
    const id = deriveId('claude', from.uuid ?? title)
    const createdAt = parseIsoDate(from.created_at) ?? new Date(0)
    const messages = toForeignMessages(nodesOf(from.chat_messages), id, createdAt)
    const leafId = from.current_leaf_message_uuid && deriveId(id, from.current_leaf_message_uuid)
    return {
      id,
      title: cutText(title, 200),
      modelId: from.model ?? undefined,
      leafId: messages.some((one) => one.id === leafId) ? (leafId ?? undefined) : undefined,
      isPinned: false,
      isArchived: false,
      createdAt,
      updatedAt: parseIsoDate(from.updated_at) ?? createdAt,
      messages,
    }
  },
}

function nodesOf(messages: readonly Message[]): ForeignNode[] {
  const idOf = (message: Message, index: number) => message.uuid ?? String(index)
  return messages.map((message, index) => {
    const before = messages[index - 1]
    return {
      id: idOf(message, index),
      parentId: message.parent_message_uuid ?? (before && idOf(before, index - 1)),
      said: {
        role: message.sender === 'assistant' ? 'assistant' : 'user',
        text: textIn(message),
        reasoning: joinTexts((message.content ?? []).map(({ thinking }) => thinking)),
      },
      at: parseIsoDate(message.created_at),
    }
  })
}

/** Prefers blocks, because in some exports `text` contains placeholders for tools. */
function textIn({ content, text: whole, attachments, files }: Message): string {
  const blocks = joinTexts(
    (content ?? []).map((block) => (block.type === 'text' ? block.text : '')),
  )
  const read = (attachments ?? []).map(({ file_name: name, extracted_content: words }) =>
    words ? `*[${name || 'file'}]*\n\n${fenced(words)}` : `*[${name || 'file'}]*`,
  )
  const pictures = (files ?? []).map(({ file_name: name }) => `*[${name || 'picture'}]*`)
  return joinTexts([blocks || whole, ...read, ...pictures])
}

/** Puts text into a code fence that is longer than any fence inside. */
function fenced(words: string): string {
  let fence = '~~~'
  while (words.includes(fence)) fence += '~'
  return `${fence}\n${words}\n${fence}`
}
