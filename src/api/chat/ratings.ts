import {
  answerRatingSchema,
  comparisonVoteSchema,
  ratingSummarySchema,
  type AnswerRating,
  type ComparisonVote,
  type PutRating,
  type PutVote,
  type RatingSummary,
} from '#contract/chat/ratings.ts'
import { requestJson, requestNothing } from '../http/http.ts'

export const getRatingSummary = (signal?: AbortSignal): Promise<RatingSummary> =>
  requestJson(ratingSummarySchema, '/api/ratings', { signal })

export const toRatingsUrl = (format: 'jsonl' | 'csv'): string =>
  `/api/ratings/export?format=${format}`

export const rateAnswer = (answerId: string, rating: PutRating): Promise<AnswerRating> =>
  requestJson(answerRatingSchema, `/api/ratings/answers/${answerId}`, {
    method: 'PUT',
    body: rating,
  })

export const unrateAnswer = (answerId: string): Promise<void> =>
  requestNothing(`/api/ratings/answers/${answerId}`, { method: 'DELETE' })

export const voteOnAnswers = (questionId: string, vote: PutVote): Promise<ComparisonVote> =>
  requestJson(comparisonVoteSchema, `/api/ratings/votes/${questionId}`, {
    method: 'PUT',
    body: vote,
  })

export const unvote = (questionId: string): Promise<void> =>
  requestNothing(`/api/ratings/votes/${questionId}`, { method: 'DELETE' })

export const deleteAllRatings = (): Promise<void> =>
  requestNothing('/api/ratings/answers', { method: 'DELETE' })

export const deleteAllVotes = (): Promise<void> =>
  requestNothing('/api/ratings/votes', { method: 'DELETE' })
