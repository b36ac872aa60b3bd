import { asc, desc, eq } from 'drizzle-orm'
import type { Conversation, Message, Run } from '#contract/chat.ts'
import { conversations, messages, runs } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

/** More conversations than this are not listed; the oldest are left out. */
const conversationsMax = 2_000

export async function listConversations(db: Database): Promise<Conversation[]> {
  const rows = await db
    .select()
    .from(conversations)
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(conversationsMax)
  return rows.map(toConversation)
}

export async function findConversation(
  db: Database,
  id: string,
): Promise<Conversation | undefined> {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id))
  return row && toConversation(row)
}

/** All messages of a conversation with their runs, oldest first. */
export async function listMessages(db: Database, conversationId: string): Promise<Message[]> {
  const rows = await db
    .select()
    .from(messages)
    .leftJoin(runs, eq(runs.answerId, messages.id))
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.createdAt), asc(messages.id))
  return rows.map((row) => toMessage(row.messages, row.runs))
}

/** A run with what stands around it. */
export type StoredRun = {
  run: Run
  conversation: Conversation
  answerId: string
  reasoning: string
  text: string
}

export async function findRun(db: Database, id: string): Promise<StoredRun | undefined> {
  const [row] = await db
    .select()
    .from(runs)
    .innerJoin(messages, eq(messages.id, runs.answerId))
    .innerJoin(conversations, eq(conversations.id, runs.conversationId))
    .where(eq(runs.id, id))
  return (
    row && {
      run: toRun(row.runs),
      conversation: toConversation(row.conversations),
      answerId: row.messages.id,
      reasoning: row.messages.reasoning ?? '',
      text: row.messages.text,
    }
  )
}

export const toConversation = (row: typeof conversations.$inferSelect): Conversation => ({
  id: row.id,
  title: row.title,
  ...(row.modelId !== null && { modelId: row.modelId }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const toMessage = (
  row: typeof messages.$inferSelect,
  run: typeof runs.$inferSelect | null,
): Message => ({
  id: row.id,
  conversationId: row.conversationId,
  ...(row.parentId !== null && { parentId: row.parentId }),
  role: row.role,
  text: row.text,
  ...(row.reasoning !== null && { reasoning: row.reasoning }),
  ...(run && { run: toRun(run) }),
  createdAt: row.createdAt.toISOString(),
})

const toRun = (row: typeof runs.$inferSelect): Run => ({
  id: row.id,
  modelId: row.modelId,
  status: row.status,
  ...(row.failure && { failure: row.failure }),
  ...(row.usage && { usage: row.usage }),
  startedAt: row.startedAt.toISOString(),
  ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
  ...(row.firstTokenMs !== null && { firstTokenMs: row.firstTokenMs }),
})
