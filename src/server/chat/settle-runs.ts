import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Run } from '#contract/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { conversations, messages, runPieces, runs } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

const serverEnded: Failure = {
  code: 'interrupted',
  message: 'The server stopped in the middle of this answer. What it had written is kept.',
}

/** The whole text and how it ended become the message; the pieces are no longer needed. */
export function storeEnd(
  store: Store,
  { run, answerId, ...words }: { run: Run; answerId: string; reasoning: string; text: string },
): Promise<void> {
  return store.transaction(async ({ db }) => {
    const finishedAt = new Date(run.finishedAt ?? run.startedAt)
    await db
      .update(messages)
      .set({ text: words.text, reasoning: words.reasoning || null })
      .where(eq(messages.id, answerId))
    await db.delete(runPieces).where(eq(runPieces.runId, run.id))
    const [row] = await db
      .update(runs)
      .set({
        status: run.status,
        failure: run.failure ?? null,
        usage: run.usage ?? null,
        firstTokenMs: run.firstTokenMs ?? null,
        finishedAt,
      })
      .where(eq(runs.id, run.id))
      .returning({ conversationId: runs.conversationId })
    if (row) {
      await db
        .update(conversations)
        .set({ updatedAt: finishedAt })
        .where(eq(conversations.id, row.conversationId))
    }
  })
}

/**
 * Ends the runs that the store calls running and that nobody writes any more, with all words that
 * reached the store.
 *
 * @param alive ids of runs that are being written.
 * @returns how many there were.
 */
export function settleLostRuns(
  store: Store,
  alive: readonly string[],
  finishedAt: Date,
): Promise<number> {
  return store.transaction(async ({ db }) => {
    const lost = await db
      .select({ id: runs.id, answerId: runs.answerId })
      .from(runs)
      .where(
        and(
          eq(runs.status, 'running'),
          alive.length > 0 ? notInArray(runs.id, [...alive]) : undefined,
        ),
      )
    for (const { id, answerId } of lost) {
      const pieces = await db
        .select()
        .from(runPieces)
        .where(eq(runPieces.runId, id))
        .orderBy(asc(runPieces.seq))
      const text = pieces.map((piece) => piece.text).join('')
      const reasoning = pieces.map((piece) => piece.reasoning).join('')
      await db
        .update(messages)
        .set({ text, reasoning: reasoning || null })
        .where(eq(messages.id, answerId))
    }
    const ids = lost.map(({ id }) => id)
    if (ids.length > 0) {
      await db.delete(runPieces).where(inArray(runPieces.runId, ids))
      await db
        .update(runs)
        .set({ status: 'interrupted', failure: serverEnded, finishedAt })
        .where(inArray(runs.id, ids))
    }
    return lost.length
  })
}
