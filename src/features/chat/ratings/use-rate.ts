import { useMutation, type QueryClient } from '@tanstack/react-query'
import { rateAnswer, unrateAnswer, unvote, voteOnAnswers } from '#api/chat/ratings.ts'
import type { ConversationDetail } from '#contract/chat/chat.ts'
import type { AnswerRating, PutVote } from '#contract/chat/ratings.ts'
import { withClient } from '#queries/with-client.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/app.ts'
import { chatQueries } from '../queries/chat-queries.ts'

type Change = (held: ConversationDetail) => Partial<ConversationDetail>

const change = (client: QueryClient, conversationId: string, changed: Change) =>
  client.setQueryData<ConversationDetail>(
    chatQueries.conversation(conversationId).queryKey,
    (held) => held && { ...held, ...changed(held) },
  )

const without = <T extends { id: string }>(list: readonly T[] | undefined, id: string): T[] =>
  (list ?? []).filter((one) => one.id !== id)

type Rated = Pick<AnswerRating, 'id' | 'reason'> & { isGood: boolean | undefined }

/** Returns a mutation that rates an answer. Without `isGood`, the mutation removes the rating. */
export const useRate = (conversationId: string) =>
  useMutation({
    mutationFn: async ({ id, isGood, reason }: Rated) => {
      if (isGood !== undefined) return rateAnswer(id, { isGood, ...(reason && { reason }) })
      await unrateAnswer(id)
      return undefined
    },
    onSuccess: withClient((client, rating: AnswerRating | undefined, { id }: Rated) =>
      change(client, conversationId, ({ ratings }) => ({
        ratings: [...without(ratings, id), ...(rating ? [rating] : [])],
      })),
    ),
    onError: reportFailure(t('The rating was not saved')),
  })

type Voted = { questionId: string; vote: PutVote | undefined }

export const useVote = (conversationId: string) =>
  useMutation({
    mutationFn: async ({ questionId, vote }: Voted) => {
      if (vote) return voteOnAnswers(questionId, vote)
      await unvote(questionId)
      return undefined
    },
    onSuccess: withClient((client, voted, { questionId }: Voted) =>
      change(client, conversationId, ({ votes }) => ({
        votes: [...without(votes, questionId), ...(voted ? [voted] : [])],
      })),
    ),
    onError: reportFailure(t('The vote was not saved')),
  })
