import { eq } from 'drizzle-orm'
import type { ConversationDetail } from '#contract/chat/chat.ts'
import type { AnswerRating, ComparisonVote } from '#contract/chat/ratings.ts'
import { isGuest } from '../../store/owner-scope.ts'
import { answerRatings, comparisonVotes } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'

export const toRating = (row: typeof answerRatings.$inferSelect): AnswerRating => ({
  id: row.id,
  isGood: row.isGood,
  ...(row.reason !== '' && { reason: row.reason }),
})

export const toVote = (row: typeof comparisonVotes.$inferSelect): ComparisonVote => ({
  id: row.id,
  ...(row.winnerId !== null && { winnerId: row.winnerId }),
})

/** Returns the owner's ratings and votes in a chat, or none for a guest. */
export async function listRatingsIn(
  db: Database,
  conversationId: string,
): Promise<Pick<ConversationDetail, 'ratings' | 'votes'>> {
  if (isGuest()) return {}
  const [ratings, votes] = await Promise.all([
    db.select().from(answerRatings).where(eq(answerRatings.conversationId, conversationId)),
    db.select().from(comparisonVotes).where(eq(comparisonVotes.conversationId, conversationId)),
  ])
  return {
    ...(ratings.length > 0 && { ratings: ratings.map(toRating) }),
    ...(votes.length > 0 && { votes: votes.map(toVote) }),
  }
}
