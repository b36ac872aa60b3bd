import { and, eq, inArray, sql } from 'drizzle-orm'
import type {
  AnswerRating,
  ComparisonVote,
  ModelRatings,
  PutRating,
  PutVote,
  RatingSummary,
} from '#contract/chat/ratings.ts'
import { HttpError } from '../../errors/http-error.ts'
import { answerRatings, comparisonVotes, messages, runs } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { toRating, toVote } from './rating-rows.ts'

/** Ratings of answers and votes in comparisons, which only the person who gave them sees. */
export type Ratings = {
  /** @throws {HttpError} `not_found` if the answer is gone or no model wrote it. */
  rate: (answerId: string, rating: PutRating) => Promise<AnswerRating>
  unrate: (answerId: string) => Promise<void>
  /** @throws {HttpError} `bad_request` unless two models or more have answered the question. */
  vote: (questionId: string, vote: PutVote) => Promise<ComparisonVote>
  unvote: (questionId: string) => Promise<void>
  summarise: () => Promise<RatingSummary>
  deleteRatings: () => Promise<void>
  deleteVotes: () => Promise<void>
}

export function createRatings({
  store,
  changed = () => {},
}: {
  store: Store
  changed?: (conversationId?: string) => void
}): Ratings {
  const { db } = store
  return {
    async rate(answerId, rating) {
      const { row, conversationId } = await storeRating(store, answerId, rating)
      changed(conversationId)
      return toRating(row)
    },

    async unrate(answerId) {
      const [row] = await db
        .delete(answerRatings)
        .where(eq(answerRatings.id, answerId))
        .returning({ conversationId: answerRatings.conversationId })
      if (!row) throw new HttpError('not_found', 'This answer has no rating.')
      changed(row.conversationId)
    },

    async vote(questionId, wanted) {
      const row = await storeVote(store, questionId, wanted)
      changed(row.conversationId)
      return toVote(row)
    },

    async unvote(questionId) {
      const [row] = await db
        .delete(comparisonVotes)
        .where(eq(comparisonVotes.id, questionId))
        .returning({ conversationId: comparisonVotes.conversationId })
      if (!row) throw new HttpError('not_found', 'This question has no vote.')
      changed(row.conversationId)
    },

    summarise: () => summarise(store),

    async deleteRatings() {
      await db.delete(answerRatings)
      changed()
    },

    async deleteVotes() {
      await db.delete(comparisonVotes)
      changed()
    },
  }
}

async function storeRating({ db }: Store, answerId: string, { isGood, reason = '' }: PutRating) {
  const [answer] = await db
    .select({ conversationId: messages.conversationId, modelId: runs.modelId })
    .from(messages)
    .innerJoin(runs, eq(runs.id, messages.runId))
    .where(and(eq(messages.id, answerId), eq(messages.role, 'assistant')))
  if (!answer) throw new HttpError('not_found', 'This answer no longer exists.')
  const set = { isGood, reason: storable(reason), modelId: answer.modelId }
  const [row] = await db
    .insert(answerRatings)
    .values({ id: answerId, conversationId: answer.conversationId, ...set })
    .onConflictDoUpdate({ target: answerRatings.id, set })
    .returning()
  if (!row) throw new HttpError('not_found', 'This answer no longer exists.')
  return { row, conversationId: answer.conversationId }
}

async function storeVote({ db }: Store, questionId: string, { answerIds, winnerId }: PutVote) {
  const answers = await db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      modelId: runs.modelId,
    })
    .from(messages)
    .innerJoin(runs, eq(runs.id, messages.runId))
    .where(and(eq(messages.parentId, questionId), inArray(messages.id, answerIds)))
  const winner = answers.find(({ id }) => id === winnerId)
  const [first] = answers
  const modelIds = [...new Set(answers.map(({ modelId }) => modelId))]
  if (!first || answers.length < answerIds.length || (winnerId !== undefined && !winner)) {
    throw new HttpError('bad_request', 'These are not answers to this question.')
  }
  if (modelIds.length < 2) {
    throw new HttpError('bad_request', 'A vote needs answers of at least two models.')
  }
  const set = {
    modelIds,
    winnerId: winner?.id ?? null,
    winnerModelId: winner?.modelId ?? null,
    createdAt: new Date(),
  }
  const [row] = await db
    .insert(comparisonVotes)
    .values({ id: questionId, conversationId: first.conversationId, ...set })
    .onConflictDoUpdate({ target: comparisonVotes.id, set })
    .returning()
  if (!row) throw new HttpError('not_found', 'This question no longer exists.')
  return row
}

async function summarise({ db }: Store): Promise<RatingSummary> {
  const models = new Map<string, ModelRatings>()
  const at = (modelId: string): ModelRatings => {
    const known = models.get(modelId)
    if (known) return known
    const empty = { modelId, wins: 0, ties: 0, losses: 0, good: 0, bad: 0 }
    models.set(modelId, empty)
    return empty
  }
  const { winnerModelId, modelIds } = comparisonVotes
  const count = sql<number>`count(*)::int`
  const [votes, rated] = await Promise.all([
    // The query groups votes on the same models with the same winner, so the result stays small.
    db
      .select({ winnerModelId, modelIds, count })
      .from(comparisonVotes)
      .groupBy(winnerModelId, modelIds),
    db
      .select({ modelId: answerRatings.modelId, isGood: answerRatings.isGood, count })
      .from(answerRatings)
      .groupBy(answerRatings.modelId, answerRatings.isGood),
  ])
  for (const vote of votes) {
    for (const modelId of vote.modelIds) {
      const result =
        vote.winnerModelId === null ? 'ties' : vote.winnerModelId === modelId ? 'wins' : 'losses'
      at(modelId)[result] += vote.count
    }
  }
  for (const { modelId, isGood, count: times } of rated) {
    at(modelId)[isGood ? 'good' : 'bad'] += times
  }
  return {
    models: [...models.values()].toSorted(byShare),
    votes: votes.reduce((sum, vote) => sum + vote.count, 0),
    ratings: rated.reduce((sum, one) => sum + one.count, 0),
  }
}

const toShare = ({ wins, ties, losses }: ModelRatings): number =>
  wins / Math.max(1, wins + ties + losses)

const byShare = (a: ModelRatings, b: ModelRatings): number =>
  toShare(b) - toShare(a) || b.wins - a.wins || (a.modelId < b.modelId ? -1 : 1)
