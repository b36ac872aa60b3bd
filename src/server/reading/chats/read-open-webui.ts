import { z } from 'zod'
import { cutText } from '#lib/cut-text.ts'
import type { Dialect } from './dialect.ts'
import { deriveId, type ForeignConversation } from './foreign-conversation.ts'
import { toForeignMessages, parseUnixTime, joinTexts, type ForeignNode } from './foreign-tree.ts'

const text = z.string().nullish().catch(null)
const moment = z.number().nullish().catch(null)

const messageSchema = z.looseObject({
  id: z.string(),
  parentId: text,
  role: z.string(),
  content: z.unknown(),
  model: text,
  timestamp: moment,
  /** The steps of an answer, in newer exports, beside a text with marks for them. */
  output: z
    .array(
      z
        .looseObject({
          type: text,
          content: z.array(z.looseObject({ text }).catch({})).nullish().catch(null),
        })
        .catch({}),
    )
    .nullish()
    .catch(null),
})
type Message = z.infer<typeof messageSchema>

const conversationSchema = z.looseObject({
  id: z.string().optional(),
  title: text,
  archived: z.boolean().nullish().catch(null),
  pinned: z.boolean().nullish().catch(null),
  created_at: moment,
  updated_at: moment,
  chat: z.looseObject({
    models: z.array(z.string()).nullish().catch(null),
    history: z.looseObject({
      currentId: text,
      messages: z.record(z.string(), messageSchema),
    }),
  }),
})

/** Open WebUI's `chat-export-….json`: a list of chats, each a tree of messages. */
export const openWebUi: Dialect<z.infer<typeof conversationSchema>> = {
  source: 'open-webui',
  mark: 'chat',
  schema: conversationSchema,
  toConversation(from, title): ForeignConversation {
    const { history, models } = from.chat
    const id = deriveId('open-webui', from.id ?? title)
    const createdAt = parseUnixTime(from.created_at) ?? new Date(0)
    const messages = toForeignMessages(Object.values(history.messages).map(toNode), id, createdAt)
    const leafId = history.currentId ? deriveId(id, history.currentId) : undefined
    return {
      id,
      title: cutText(title, 200),
      modelId: models?.[0],
      leafId: messages.some((one) => one.id === leafId) ? leafId : undefined,
      isPinned: from.pinned === true,
      isArchived: from.archived === true,
      createdAt,
      updatedAt: parseUnixTime(from.updated_at) ?? createdAt,
      messages,
    }
  },
}

function toNode(message: Message): ForeignNode {
  const { id, parentId, role, timestamp } = message
  const isSaid = role === 'user' || role === 'assistant'
  return {
    id,
    parentId,
    ...(isSaid && { said: { role, ...wordsOf(message) } }),
    at: parseUnixTime(timestamp),
  }
}

function wordsOf({ content, output }: Message): { text: string; reasoning?: string } {
  const stepsOf = (type: string) =>
    (output ?? [])
      .filter((step) => step.type === type)
      .flatMap((step) => (step.content ?? []).map((part) => part.text))
  const said = joinTexts(stepsOf('message'))
  if (said) return { text: said, reasoning: joinTexts(stepsOf('reasoning')) }
  return withoutDetails(typeof content === 'string' ? content : partsIn(content))
}

const partsSchema = z.array(z.looseObject({ text }).catch({})).catch([])
const partsIn = (content: unknown): string =>
  joinTexts(partsSchema.parse(content).map((part) => part.text))

const detailsStart = '<details type="'
const detailsEnd = '</details>'

/**
 * Extracts reasoning and tool calls from the text of older exports, which contain them as
 * `<details>` elements.
 */
function withoutDetails(whole: string): { text: string; reasoning?: string } {
  const texts: string[] = []
  const thoughts: string[] = []
  let at = 0
  for (;;) {
    const start = whole.indexOf(detailsStart, at)
    const end = start < 0 ? -1 : whole.indexOf(detailsEnd, start)
    if (end < 0) break
    texts.push(whole.slice(at, start))
    const inside = whole.slice(start + detailsStart.length, end)
    const summaryEnd = inside.indexOf('</summary>')
    if (inside.startsWith('reasoning"') && summaryEnd >= 0) {
      thoughts.push(unquoted(inside.slice(summaryEnd + '</summary>'.length)))
    }
    at = end + detailsEnd.length
  }
  texts.push(whole.slice(at))
  return { text: texts.join('').trim(), reasoning: joinTexts(thoughts) }
}

/** Removes the quote mark of each line, which may be an HTML entity. */
const unquoted = (thought: string): string =>
  thought
    .trim()
    .split('\n')
    .map((line) => line.replace(/^(?:>|&gt;) ?/, ''))
    .join('\n')
