import { z } from 'zod'
import { cutText } from '#lib/cut-text.ts'
import { parseEarlySync } from '../json/parse-early.ts'
import { idFor, type ForeignConversation, type ForeignMessage } from './foreign-conversation.ts'
import { unknownForm, type FoundConversation } from './found-conversation.ts'

const nodeSchema = z.looseObject({
  id: z.string(),
  parent: z.string().nullish(),
  message: z
    .looseObject({
      author: z.looseObject({ role: z.string() }),
      content: z.looseObject({ content_type: z.string() }),
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

/** Of a conversation that cannot be read, too. */
const titleSchema = z
  .looseObject({ title: z.string() })
  .transform(({ title }) => title)
  .catch('')

/**
 * Reads ChatGPT's `conversations.json`: a list of conversations, each a tree of nodes of which only some
 * were ever shown.
 *
 * @returns nothing when it is something else.
 */
export function readChatGpt(value: unknown): Iterable<FoundConversation> | undefined {
  const list = Array.isArray(value) ? value : isTheirs(value) ? [value] : []
  return list.some(isTheirs) ? readAll(list) : undefined
}

function* readAll(list: readonly unknown[]): Generator<FoundConversation> {
  for (const [index, one] of list.entries()) {
    const parsed = parseEarlySync(conversationSchema, one)
    const title = titleSchema.parse(one) || `Conversation ${index + 1}`
    if (!parsed.success) {
      yield { problem: unknownForm(title, parsed.error) }
      continue
    }
    const conversation = toConversation(parsed.data, title)
    if (conversation.messages.length > 0) yield conversation
  }
}

const isTheirs = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'mapping' in one

function toConversation(
  from: z.infer<typeof conversationSchema>,
  title: string,
): ForeignConversation {
  const foreignId = from.conversation_id ?? from.id ?? title
  const id = idFor('chatgpt', foreignId)
  const createdAt = momentOf(from.create_time, new Date(0))
  const messages = messagesIn(from.mapping, id, createdAt)
  const model = Object.values(from.mapping).findLast(({ message }) => message?.metadata?.model_slug)
  const shown = from.current_node && idFor(id, from.current_node)
  return {
    id,
    title: cutText(title, 200),
    modelId: model?.message?.metadata?.model_slug,
    // Where only shown messages count, the branch's last one may be another.
    leafId: messages.some((message) => message.id === shown) ? (shown ?? undefined) : undefined,
    isPinned: false,
    isArchived: from.is_archived === true,
    createdAt,
    updatedAt: momentOf(from.update_time, createdAt),
    messages,
  }
}

/** The nodes that were shown, each below the nearest one above it that was shown too. */
function messagesIn(
  mapping: Record<string, Node>,
  conversationId: string,
  createdAt: Date,
): ForeignMessage[] {
  const messages = new Map<string, ForeignMessage>()
  /** By parent, when its newest child or it itself was made: times decide the order, and many are alike. */
  const newest = new Map<string, number>()
  /** By node, the nearest one that was shown: itself, or what is known of its parent. */
  const nearest = new Map<string, ForeignMessage>()
  for (const node of parentsFirst(mapping)) {
    const { message } = node
    const parent = nearest.get(node.parent ?? '')
    if (parent) nearest.set(node.id, parent)
    const role = message?.author.role
    if (!message || (role !== 'user' && role !== 'assistant') || isHidden(message)) continue
    const said = textIn(message.content)
    if (!said.text && !said.reasoning) continue
    const parentId = parent?.id ?? ''
    const after = newest.get(parentId) ?? createdAt.getTime() - 1
    const madeAt = momentOf(message.create_time, createdAt)
    const ms = Math.max(madeAt.getTime(), after + 1)
    newest.set(parentId, ms)
    const shown: ForeignMessage = {
      id: idFor(conversationId, node.id),
      ...(parent && { parentId: parent.id }),
      role,
      text: said.text,
      ...(said.reasoning && { reasoning: said.reasoning }),
      createdAt: new Date(ms),
    }
    messages.set(node.id, shown)
    nearest.set(node.id, shown)
    newest.set(shown.id, ms)
  }
  return joinAnswers([...messages.values()])
}

function parentsFirst(mapping: Record<string, Node>): Node[] {
  const children = new Map<string, Node[]>()
  for (const node of Object.values(mapping)) {
    const parent = node.parent && Object.hasOwn(mapping, node.parent) ? node.parent : ''
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  // A set, so that nodes that are each other's parents come to an end.
  const ordered = new Set<Node>(children.get(''))
  for (const node of ordered) {
    for (const child of children.get(node.id) ?? []) ordered.add(child)
    // Nodes that share one id would go through the same children again and again.
    children.delete(node.id)
  }
  return [...ordered]
}

/** Between two tool calls there are several messages of one answer; here they are one. */
function joinAnswers(messages: ForeignMessage[]): ForeignMessage[] {
  const childrenOf = new Map<string, number>()
  for (const { parentId = '' } of messages) {
    childrenOf.set(parentId, (childrenOf.get(parentId) ?? 0) + 1)
  }
  /** With all texts that became one, which are put together once. */
  const joined = new Map<string, { message: ForeignMessage; texts: Said[] }>()
  /** Where the words of a message went. */
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
    const reasoning = together(texts.map((one) => one.reasoning))
    return {
      ...message,
      text: together(texts.map(({ text }) => text)),
      ...(reasoning && { reasoning }),
    }
  })
}

type Said = Pick<ForeignMessage, 'text' | 'reasoning'>

const together = (texts: readonly (string | undefined)[]): string =>
  texts.filter(Boolean).join('\n\n')

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

const isHidden = (message: NonNullable<Node['message']>): boolean =>
  message.metadata?.['is_visually_hidden_from_conversation'] === true

/** @param seconds since 1970. */
function momentOf(seconds: number | null | undefined, otherwise: Date): Date {
  const moment = new Date((seconds ?? Number.NaN) * 1000)
  return Number.isNaN(moment.getTime()) ? otherwise : moment
}
