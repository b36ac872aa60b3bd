import { and, eq } from 'drizzle-orm'
import { HttpError } from '../../errors/http-error.ts'
import { messages } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { findSummary } from '../conversations/summary-rows.ts'
import { listPathMessages } from '../runs/history.ts'

/** Returns the messages up to `untilId` as text, and the earlier summary that they continue. */
export async function readCovered(
  { db }: Store,
  conversationId: string,
  untilId: string,
): Promise<{ before: string; text: string }> {
  const [until] = await db
    .select({ role: messages.role })
    .from(messages)
    .where(and(eq(messages.id, untilId), eq(messages.conversationId, conversationId)))
  if (until?.role !== 'assistant') throw partGone()
  const branch = await listPathMessages(db, untilId)
  const ids = branch.map(({ id }) => id)
  // Excludes a summary of the last message, because the new summary replaces it.
  const earlier = await findSummary(db, ids.slice(0, -1))
  const from = earlier ? ids.indexOf(earlier.untilId) + 1 : 0
  const text = branch
    .slice(from)
    .map((one) => `${one.role === 'user' ? 'Person' : 'Assistant'}: ${one.text}`)
    .join('\n\n')
  return { before: earlier?.text ?? '', text }
}

export const partGone = () => new HttpError('not_found', 'This part of the chat no longer exists.')
