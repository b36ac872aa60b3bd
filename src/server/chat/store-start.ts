import { eq, sql } from 'drizzle-orm'
import { messageBytesMax, type Conversation, type StartRun } from '#contract/chat.ts'
import { HttpError } from '../errors.ts'
import type { ChatRequestMessage } from '../providers/chat-provider.ts'
import { conversations, messages, runs } from '../store/schema.ts'
import { storable, type Database, type Store } from '../store/store.ts'
import { toConversation } from './chat-rows.ts'
import { titleOf } from './title.ts'

/**
 * Stores the question, the empty answer and the run, and makes the conversation where there is none:
 * all of it or nothing. A question that is there already is not stored again.
 *
 * @returns what was said from the first message up to the question, for the model.
 * @throws {HttpError} `too_large`, `conflict` for an id that means something else, `bad_request` when
 *   there is nothing to answer.
 */
export function storeStart(
  store: Store,
  conversationId: string,
  request: StartRun & { startedAt: Date },
): Promise<{ conversation: Conversation; history: ChatRequestMessage[] }> {
  const { question, runId, answerId, modelId, startedAt } = request
  if (question && Buffer.byteLength(question.text) > messageBytesMax) {
    throw new HttpError(
      'too_large',
      `The message is larger than ${messageBytesMax / 1024 / 1024} MB. Shorten it, or send it in parts.`,
    )
  }
  return store.transaction(async ({ db }) => {
    const [row] = await db
      .insert(conversations)
      .values({
        id: conversationId,
        title: titleOf(question?.text ?? ''),
        modelId,
        createdAt: startedAt,
        updatedAt: startedAt,
      })
      .onConflictDoUpdate({
        target: conversations.id,
        set: { modelId, updatedAt: startedAt },
      })
      .returning()
    if (!row) throw new HttpError('internal', 'The conversation could not be stored.')

    const said = await saidIn(db, conversationId)
    const parentId = question?.id ?? request.parentId
    if (question) await storeQuestion(db, conversationId, request, said)
    if (parentId === undefined || said.get(parentId)?.role !== 'user') {
      throw new HttpError('bad_request', 'There is no question to answer: it is not in this chat.')
    }
    const [answer] = await db
      .insert(messages)
      .values({
        id: answerId,
        conversationId,
        parentId,
        role: 'assistant',
        text: '',
        // After its question, whose clock is the same.
        createdAt: new Date(startedAt.getTime() + 1),
      })
      .onConflictDoNothing()
      .returning({ id: messages.id })
    if (!answer) throw new HttpError('conflict', 'This answer exists already.')
    await db
      .insert(runs)
      .values({ id: runId, conversationId, answerId, modelId, status: 'running', startedAt })
    return { conversation: toConversation(row), history: pathTo(said, parentId) }
  })
}

type Said = { parentId: string | null; role: 'user' | 'assistant'; text: string }

async function saidIn(db: Database, conversationId: string): Promise<Map<string, Said>> {
  const { id, parentId, role, text } = messages
  const rows = await db
    .select({ id, parentId, role, text })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
  return new Map(rows.map((row) => [row.id, row]))
}

async function storeQuestion(
  db: Database,
  conversationId: string,
  { question, parentId, startedAt }: StartRun & { startedAt: Date },
  said: Map<string, Said>,
): Promise<void> {
  if (!question || said.has(question.id)) return
  if (parentId !== undefined && !said.has(parentId)) {
    throw new HttpError('bad_request', 'The message that this should follow is not in this chat.')
  }
  const row = {
    id: question.id,
    conversationId,
    parentId: parentId ?? null,
    role: 'user' as const,
    text: storable(question.text),
  }
  const stored = await db
    .insert(messages)
    .values({ ...row, createdAt: startedAt })
    .onConflictDoNothing({ target: messages.id })
    .returning({ id: sql<string>`id` })
  if (stored.length === 0) {
    throw new HttpError('conflict', 'A message with this id is in another chat.')
  }
  said.set(question.id, row)
}

/** From the first message to `id`. Answers without a word are left out: services refuse them. */
function pathTo(said: ReadonlyMap<string, Said>, id: string): ChatRequestMessage[] {
  const path: ChatRequestMessage[] = []
  const seen = new Set<string>()
  let at: string | null = id
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const message: Said | undefined = said.get(at)
    if (message?.text) path.push({ role: message.role, content: message.text })
    at = message?.parentId ?? null
  }
  return path.toReversed()
}
