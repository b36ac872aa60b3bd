import { z } from 'zod'
import type { ImportAnswer } from '#contract/chat-transfer.ts'
import { cutText } from '#lib/cut-text.ts'
import { idFor, type ForeignConversation, type ForeignMessage } from './foreign-conversation.ts'

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
export function readChatGpt(
  value: unknown,
): { read: ForeignConversation[]; problems: ImportAnswer['problems'] } | undefined {
  const list = Array.isArray(value) ? value : isTheirs(value) ? [value] : []
  if (list.length === 0 || !list.some(isTheirs)) return undefined
  const read: ForeignConversation[] = []
  const problems: ImportAnswer['problems'] = []
  for (const [index, one] of list.entries()) {
    const parsed = conversationSchema.safeParse(one)
    const title = titleSchema.parse(one) || `Conversation ${index + 1}`
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const where = issue?.path.join('.') ?? ''
      problems.push({ title, message: `It is written in a way that is not known (${where}).` })
      continue
    }
    const conversation = toConversation(parsed.data, title)
    if (conversation.messages.length > 0) read.push(conversation)
  }
  return { read, problems }
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
  for (const node of parentsFirst(mapping)) {
    const { message } = node
    const role = message?.author.role
    if (!message || (role !== 'user' && role !== 'assistant') || isHidden(message)) continue
    const said = textIn(message.content)
    if (!said.text && !said.reasoning) continue
    const parent = shownAbove(node, mapping, messages)
    const parentId = parent?.id ?? ''
    const after = newest.get(parentId) ?? createdAt.getTime() - 1
    const madeAt = momentOf(message.create_time, createdAt)
    const ms = Math.max(madeAt.getTime(), after + 1)
    newest.set(parentId, ms)
    messages.set(node.id, {
      id: idFor(conversationId, node.id),
      ...(parent && { parentId: parent.id }),
      role,
      text: said.text,
      ...(said.reasoning && { reasoning: said.reasoning }),
      createdAt: new Date(ms),
    })
    newest.set(idFor(conversationId, node.id), ms)
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
  for (const node of ordered) for (const child of children.get(node.id) ?? []) ordered.add(child)
  return [...ordered]
}

function shownAbove(
  node: Node,
  mapping: Record<string, Node>,
  shown: ReadonlyMap<string, ForeignMessage>,
): ForeignMessage | undefined {
  const seen = new Set<string>()
  for (let at = node.parent; at && !seen.has(at) && Object.hasOwn(mapping, at);) {
    seen.add(at)
    const found = shown.get(at)
    if (found) return found
    at = mapping[at]?.parent
  }
  return undefined
}

/** Between two tool calls there are several messages of one answer; here they are one. */
function joinAnswers(messages: ForeignMessage[]): ForeignMessage[] {
  const childrenOf = new Map<string, number>()
  for (const { parentId = '' } of messages) {
    childrenOf.set(parentId, (childrenOf.get(parentId) ?? 0) + 1)
  }
  const joined = new Map<string, ForeignMessage>()
  /** Where the words of a message went. */
  const became = new Map<string, string>()
  for (const message of messages) {
    const parentId = message.parentId && (became.get(message.parentId) ?? message.parentId)
    const parent = parentId ? joined.get(parentId) : undefined
    const isOnly = childrenOf.get(message.parentId ?? '') === 1
    if (parent && isOnly && parent.role === 'assistant' && message.role === 'assistant') {
      const reasoning = [parent.reasoning, message.reasoning].filter(Boolean).join('\n\n')
      joined.set(parent.id, {
        ...parent,
        text: [parent.text, message.text].filter(Boolean).join('\n\n'),
        ...(reasoning && { reasoning }),
      })
      became.set(message.id, parent.id)
    } else {
      joined.set(message.id, { ...message, ...(parentId && { parentId }) })
    }
  }
  return [...joined.values()]
}

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
