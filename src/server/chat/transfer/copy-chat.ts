import { eq } from 'drizzle-orm'
import type { Conversation, CopyConversation, Message } from '#contract/chat/chat.ts'
import { cutText } from '#lib/cut-text.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ForeignMessage } from '../../reading/chats/foreign-conversation.ts'
import type { KeptBytes } from '../../spending/kept-bytes.ts'
import { chatSummaries, conversations } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { emptyAnswer } from './import-answer.ts'
import { importConversation } from './import-chats.ts'

/**
 * Maximum length of the original title. The title of the copy is longer, but still a valid title.
 */
const titleLengthMax = 190

export type ChatCopies = {
  /**
   * Copies a chat with all its branches, or only the messages up to one message. Repeating the call
   * changes nothing.
   * @throws {HttpError} `not_found`.
   */
  copyChat: (request: CopyConversation) => Promise<Conversation>
}

type Reach = {
  store: Store
  chat: Pick<ConversationService, 'getConversation' | 'putSettings'>
  keptBytes?: KeptBytes | undefined
  changed?: () => void
}

export const createChatCopies = ({
  store,
  chat,
  keptBytes,
  changed = () => {},
}: Reach): ChatCopies => ({
  async copyChat({ id, fromId, untilId }) {
    const { conversation, settings, messages } = await chat.getConversation(fromId)
    const copied = toCopies(untilId === undefined ? messages : getBranch(messages, untilId))
    const now = new Date()
    const answer = emptyAnswer()
    const copy = {
      id,
      title: `${cutText(conversation.title, titleLengthMax)} (copy)`,
      modelId: conversation.modelId,
      leafId: copied.idOf(untilId ?? conversation.leafId),
      ...(conversation.tags && { tags: conversation.tags }),
      isPinned: false,
      isArchived: false,
      createdAt: now,
      updatedAt: now,
      messages: copied.messages,
    }
    await importConversation({ store, ...(keptBytes && { keptBytes }) }, copy, answer)
    const [problem] = answer.problems
    if (problem) throw new HttpError('conflict', `The chat was not copied: ${problem.message}`)
    if (answer.conversations > 0) {
      // Store the settings and the folder too. An import drops settings from untrusted files, but
      // this copy and the original belong to the same person.
      if (settings) await chat.putSettings(id, { ...settings, allowedTools: [] })
      const { folderId = null } = conversation
      await store.db.update(conversations).set({ folderId }).where(eq(conversations.id, id))
      await copySummaries(store, { fromId, toId: id, idOf: copied.idOf })
    }
    changed()
    return (await chat.getConversation(id)).conversation
  },
})

/** Copies the summaries, because a new summary would have to be paid for. */
async function copySummaries(
  { db }: Store,
  copy: { fromId: string; toId: string; idOf: (id: string) => string | undefined },
): Promise<void> {
  const known = await db
    .select()
    .from(chatSummaries)
    .where(eq(chatSummaries.conversationId, copy.fromId))
  const rows = known.flatMap(({ text, modelId, untilId, createdAt }) => {
    const until = copy.idOf(untilId)
    if (until === undefined) return []
    return [{ id: newId(), conversationId: copy.toId, untilId: until, text, modelId, createdAt }]
  })
  if (rows.length > 0) await db.insert(chatSummaries).values(rows)
}

function getBranch(messages: readonly Message[], untilId: string): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: Message[] = []
  for (let at = byId.get(untilId); at; at = at.parentId ? byId.get(at.parentId) : undefined) {
    byId.delete(at.id)
    branch.push(at)
  }
  if (branch.length === 0)
    throw new HttpError('not_found', 'This chat has no message with this id.')
  return branch.toReversed()
}

/**
 * Copies messages with new ids. Usage and costs are left out, because they were counted already.
 */
function toCopies(messages: readonly Message[]) {
  const ids = new Map(messages.map(({ id }) => [id, newId()]))
  const idOf = (id: string | undefined) => (id === undefined ? undefined : ids.get(id))
  const copies = messages.map(
    ({ id, parentId, role, text, reasoning, toolCalls, run, attachments, createdAt }) => {
      return {
        id: idOf(id) ?? newId(),
        parentId: idOf(parentId),
        role,
        text,
        reasoning,
        toolCalls,
        run: run && { ...run, usage: undefined, cost: undefined, id: newId() },
        attachments,
        createdAt: new Date(createdAt),
      } satisfies ForeignMessage
    },
  )
  return { messages: copies, idOf }
}
