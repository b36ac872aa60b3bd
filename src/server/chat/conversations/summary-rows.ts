import { asc, eq, inArray } from 'drizzle-orm'
import type { ChatSummary } from '#contract/chat/summaries.ts'
import { chatSummaries } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'

export const toSummary = (row: typeof chatSummaries.$inferSelect): ChatSummary => ({
  id: row.id,
  untilId: row.untilId,
  text: row.text,
  modelId: row.modelId,
  ...(row.cost && { cost: row.cost }),
  createdAt: row.createdAt.toISOString(),
})

export const listSummaries = async (db: Database, conversationId: string): Promise<ChatSummary[]> =>
  (
    await db
      .select()
      .from(chatSummaries)
      .where(eq(chatSummaries.conversationId, conversationId))
      .orderBy(asc(chatSummaries.createdAt), asc(chatSummaries.id))
  ).map(toSummary)

/**
 * Returns the summary that covers most of a branch.
 * @param ids messages of the branch, from the root.
 */
export async function findSummary(
  db: Database,
  ids: readonly string[],
): Promise<{ untilId: string; text: string; createdAt: Date } | undefined> {
  const rows = await db
    .select({
      untilId: chatSummaries.untilId,
      text: chatSummaries.text,
      createdAt: chatSummaries.createdAt,
    })
    .from(chatSummaries)
    .where(inArray(chatSummaries.untilId, [...ids]))
  const found = new Map(rows.map((row) => [row.untilId, row]))
  const untilId = ids.findLast((id) => found.has(id))
  return untilId === undefined ? undefined : found.get(untilId)
}
