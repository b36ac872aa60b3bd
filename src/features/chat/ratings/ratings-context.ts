import { createContext } from 'react'
import type { AnswerRating, ComparisonVote } from '#contract/chat/ratings.ts'

export type ShownRatings = {
  ratings: readonly AnswerRating[]
  votes: readonly ComparisonVote[]
  conversationId: string | undefined
}

export const RatingsContext = createContext<ShownRatings>({
  ratings: [],
  votes: [],
  conversationId: undefined,
})
