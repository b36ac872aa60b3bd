import { and, asc, eq } from 'drizzle-orm'
import type { Conversation } from '#contract/chat/chat.ts'
import { cutText } from '#lib/cut-text.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { conversations, messages } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { askBriefly, askCheapModel } from '../completions/ask-briefly.ts'
import { withoutThoughts } from '../completions/thought-tags.ts'
import { conversationGone, toConversation } from './conversation-rows.ts'

const waitMs = 30_000
const lengthMax = 80
/** Maximum length of each message that is quoted to the model, in UTF-16 units. */
const quoteLength = 1_500

const instruction =
  'Write a title for this conversation: at most six words, in its language, without quotation marks. Answer with the title alone.'

type Talk = Pick<Catalogue, 'chat' | 'defaultFor'>

/**
 * Creates a function that asks a model for a title: the model for titles, otherwise the
 * conversation's own model.
 */
export const createTitleFinder =
  ({ store, catalogue }: { store: Store; catalogue: Talk }) =>
  async (id: string, signal: AbortSignal): Promise<Conversation> => {
    const [row] = await store.db.select().from(conversations).where(eq(conversations.id, id))
    if (!row) throw conversationGone()
    if (row.isNamed || row.modelId === null) return toConversation(row)
    const found = await catalogue.chat(row.modelId, signal, { takesOff: true })
    const own = found.provider.assistant ?? found
    // The built-in help assistant cannot write titles, so the first question stays the title.
    if (own.provider.isFallback) return toConversation(row)
    const said = await store.db
      .select({ role: messages.role, text: messages.text })
      .from(messages)
      .where(eq(messages.conversationId, id))
      .orderBy(asc(messages.createdAt), asc(messages.id))
      .limit(2)
    const text = said.map((one) => `${one.role}: ${cutText(one.text, quoteLength)}`).join('\n\n')
    const question = `${text}\n\n---\n${instruction}`
    const brief = { prompt: question, waitMs, signal }
    const answer = (await askCheapModel(catalogue, brief)) ?? (await askBriefly(own, brief))
    const title = titleIn(answer)
    if (!title) return toConversation(row)
    const [changed] = await store.db
      .update(conversations)
      .set({ title })
      .where(and(eq(conversations.id, id), eq(conversations.isNamed, false)))
      .returning()
    if (changed) return toConversation(changed)
    // Keeps a title that a person has set during the request.
    const [named] = await store.db.select().from(conversations).where(eq(conversations.id, id))
    if (!named) throw conversationGone()
    return toConversation(named)
  }

function titleIn(answer: string): string {
  const line =
    withoutThoughts(answer)
      .split('\n')
      .find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const bare = storable(line)
    .replace(/\*\*|[\p{Cc}"“”„«»`]/gu, '')
    .replace(/^\s*(#+|[-*]|title\s*:)\s*/i, '')
    .replace(/(?<![.\s])[.\s]+$/, '')
    .trim()
  return Array.from(bare).slice(0, lengthMax).join('')
}
