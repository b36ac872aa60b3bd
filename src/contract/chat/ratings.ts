import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

export const ratingReasonMax = 1_000
/** Maximum number of answers that are merged or compared in one vote. */
export const votedAnswersMax = 8

/** Body of `PUT /api/ratings/answers/:id`, where `:id` is the id of the answer. */
export const putRatingSchema = z.object({
  isGood: z.boolean(),
  reason: z.optional(z.string().check(z.trim(), z.maxLength(ratingReasonMax))),
})
export type PutRating = z.infer<typeof putRatingSchema>

export const answerRatingSchema = z.object({
  /** Id of the answer. */
  id: idSchema,
  isGood: z.boolean(),
  reason: z.optional(z.string()),
})
export type AnswerRating = z.infer<typeof answerRatingSchema>

/** Body of `PUT /api/ratings/votes/:id`, where `:id` is the id of the question. */
export const putVoteSchema = z.object({
  answerIds: z.array(idSchema).check(z.minLength(2), z.maxLength(votedAnswersMax)),
  /** Id of the best answer. Undefined for a tie. */
  winnerId: z.optional(idSchema),
})
export type PutVote = z.infer<typeof putVoteSchema>

export const comparisonVoteSchema = z.object({
  /** Id of the question. */
  id: idSchema,
  winnerId: z.optional(idSchema),
})
export type ComparisonVote = z.infer<typeof comparisonVoteSchema>

const modelRatingsSchema = z.object({
  modelId: z.string(),
  wins: z.int(),
  ties: z.int(),
  losses: z.int(),
  good: z.int(),
  bad: z.int(),
})
export type ModelRatings = z.infer<typeof modelRatingsSchema>

/** Response of `GET /api/ratings`: the person's votes and ratings by model. */
export const ratingSummarySchema = z.object({
  models: z.array(modelRatingsSchema),
  votes: z.int(),
  ratings: z.int(),
})
export type RatingSummary = z.infer<typeof ratingSummarySchema>
