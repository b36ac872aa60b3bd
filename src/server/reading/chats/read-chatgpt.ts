import { z } from 'zod'
import { cutText } from '#lib/cut-text.ts'
import { withoutMarks } from './chatgpt-marks.ts'
import type { Dialect } from './dialect.ts'
import { deriveId, type ForeignConversation, type ForeignMessage } from './foreign-conversation.ts'
import { toForeignMessages, parseUnixTime, joinTexts, type ForeignNode } from './foreign-tree.ts'

const nodeSchema = z.looseObject({
  id: z.string(),
  parent: z.string().nullish(),
  message: z
    .looseObject({
      author: z.looseObject({ role: z.string() }),
      content: z.looseObject({ content_type: z.string() }),
      recipient: z.string().nullish().catch(null),
      create_time: z.number().nullish().catch(null),
      metadata: z.looseObject({ model_slug: z.string().optional().catch(undefined) }).nullish(),
    })
    .nullish(),
})
type Node = z.infer<typeof nodeSchema>

const conversationSchema = z.looseObject({
  id: z.string().optional(),
  conversation_id: z.string().optional(),
  title: z.string().nullish(),
  create_time: z.number().nullish().catch(null),
  update_time: z.number().nullish().catch(null),
  current_node: z.string().nullish(),
  is_archived: z.boolean().nullish().catch(null),
  mapping: z.record(z.string(), nodeSchema),
})

/**
 * ChatGPT's `conversations.json`, in which each conversation is a tree of nodes, some of them
 * hidden.
 */
export const chatGpt: Dialect<z.infer<typeof conversationSchema>> = {
  source: 'chatgpt',
  mark: 'mapping',
  schema: conversationSchema,
  toConversation,
}

function toConversation(
  from: z.infer<typeof conversationSchema>,
  title: string,
): ForeignConversation {
  const foreignId = from.conversation_id ?? from.id ?? title
  const id = deriveId('chatgpt', foreignId)
  const createdAt = parseUnixTime(from.create_time) ?? new Date(0)
  const messages = joinAnswers(
    toForeignMessages(Object.values(from.mapping).map(toNode), id, createdAt),
  )
  const model = Object.values(from.mapping).findLast(({ message }) => message?.metadata?.model_slug)
  const shown = from.current_node && deriveId(id, from.current_node)
  return {
    id,
    title: cutText(title, 200),
    modelId: model?.message?.metadata?.model_slug,
    // The current node may be hidden, so the branch may end at another message.
    leafId: messages.some((message) => message.id === shown) ? (shown ?? undefined) : undefined,
    isPinned: false,
    isArchived: from.is_archived === true,
    createdAt,
    updatedAt: parseUnixTime(from.update_time) ?? createdAt,
    messages,
  }
}

function toNode({ id, parent, message }: Node): ForeignNode {
  const role = message?.author.role
  const isShown = message && (role === 'user' || role === 'assistant') && !isHidden(message)
  const said = isShown ? textIn(message.content) : undefined
  if (said && role === 'assistant') {
    said.text = withoutMarks(said.text, message?.metadata?.['content_references'])
  }
  return {
    id,
    parentId: parent,
    ...(isShown && said && { said: { role, ...said } }),
    at: parseUnixTime(message?.create_time),
  }
}

/** Joins consecutive messages of one answer, which ChatGPT splits at tool calls. */
function joinAnswers(messages: ForeignMessage[]): ForeignMessage[] {
  const childrenOf = new Map<string, number>()
  for (const { parentId = '' } of messages) {
    childrenOf.set(parentId, (childrenOf.get(parentId) ?? 0) + 1)
  }
  /** Joined messages with all their texts, which are concatenated once. */
  const joined = new Map<string, { message: ForeignMessage; texts: Said[] }>()
  const became = new Map<string, string>()
  for (const message of messages) {
    const parentId = message.parentId && (became.get(message.parentId) ?? message.parentId)
    const parent = parentId ? joined.get(parentId) : undefined
    const isOnly = childrenOf.get(message.parentId ?? '') === 1
    if (parent && isOnly && parent.message.role === 'assistant' && message.role === 'assistant') {
      parent.texts.push(message)
      became.set(message.id, parent.message.id)
    } else {
      const own = { ...message, ...(parentId && { parentId }) }
      joined.set(message.id, { message: own, texts: [message] })
    }
  }
  return [...joined.values()].map(({ message, texts }) => {
    const reasoning = joinTexts(texts.map((one) => one.reasoning))
    return {
      ...message,
      text: joinTexts(texts.map(({ text }) => text)),
      ...(reasoning && { reasoning }),
    }
  })
}

type Said = Pick<ForeignMessage, 'text' | 'reasoning'>

type Content = NonNullable<Node['message']>['content']

function textIn(content: Content): { text: string; reasoning?: string } {
  const parts: unknown = content['parts']
  const words = (Array.isArray(parts) ? parts : []).map((part: unknown) => {
    if (typeof part === 'string') return part
    const type: unknown =
      typeof part === 'object' && part !== null ? Reflect.get(part, 'content_type') : ''
    return type === 'image_asset_pointer' ? '*[picture]*' : ''
  })
  const text = words.filter(Boolean).join('\n\n')
  switch (content.content_type) {
    case 'text':
    case 'multimodal_text':
      return { text }
    case 'code': {
      const { language, text: code } = content
      const isNamed = typeof language === 'string' && /^[a-z+#]{1,20}$/.test(language)
      return {
        text:
          typeof code === 'string' && code
            ? `\`\`\`${isNamed && language !== 'unknown' ? language : ''}\n${code}\n\`\`\``
            : '',
      }
    }
    case 'thoughts': {
      const thoughts: unknown[] = Array.isArray(content['thoughts']) ? content['thoughts'] : []
      const said = thoughts.map((thought) =>
        typeof thought === 'object' && thought !== null ? Reflect.get(thought, 'content') : '',
      )
      return { text: '', reasoning: said.filter((one) => typeof one === 'string').join('\n\n') }
    }
    default:
      return { text: '' }
  }
}

/**
 * Returns whether a message is hidden: input of tools, such as search queries. Code and documents
 * are visible.
 */
const isHidden = (message: NonNullable<Node['message']>): boolean =>
  message.metadata?.['is_visually_hidden_from_conversation'] === true ||
  !/^(?:all$|python|container|canmore)/.test(message.recipient ?? 'all')
