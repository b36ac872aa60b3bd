import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

export const summaryLengthMax = 32_000

const textSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(summaryLengthMax))

/**
 * A summary of the answers from the start of a branch up to one message. The model receives it
 * instead of these answers. Questions and files are still sent, and no message is deleted.
 */
export const chatSummarySchema = z.object({
  id: idSchema,
  /** The last message that the summary covers. It applies to every branch with this message. */
  untilId: idSchema,
  text: z.string(),
  modelId: z.string(),
  /** Absent if the model has no known price. */
  cost: z.optional(z.object({ amount: z.number(), currency: z.string() })),
  createdAt: z.iso.datetime(),
})
export type ChatSummary = z.infer<typeof chatSummarySchema>

/** Body of `POST /api/conversations/:id/summaries`, which asks a model for a summary. */
export const createSummarySchema = z.object({
  id: idSchema,
  untilId: idSchema,
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
})
export type CreateSummary = z.infer<typeof createSummarySchema>

/** Body of `PUT /api/conversations/:id/summaries/:summaryId`. `DELETE` undoes the summary. */
export const changeSummarySchema = z.object({ text: textSchema })
