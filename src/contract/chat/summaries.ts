import * as z from 'zod/mini'
import { toUsd } from '#lib/usd-rates.ts'
import { idSchema } from '../id.ts'
import type { ChatPrice } from '../models.ts'

export const summaryLengthMax = 32_000

const textSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(summaryLengthMax))

/**
 * A summary of the answers from the start of a branch up to a message. The model receives the
 * summary instead of these answers, but still all questions and files.
 */
export const chatSummarySchema = z.object({
  id: idSchema,
  /**
   * The last message that the summary covers. The summary applies to every branch with this
   * message.
   */
  untilId: idSchema,
  text: z.string(),
  modelId: z.string(),
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

/**
 * Body of `PUT /api/conversations/:id/summaries/:summaryId`. `DELETE` removes the summary, so that
 * the model receives the answers again.
 */
export const changeSummarySchema = z.object({ text: textSchema })

/**
 * Response of `GET /api/chat/summaries` and body of `PUT`: a person's settings for automatic
 * summaries.
 */
export const summarySettingsSchema = z.object({
  /** Default for all chats, which `ChatSettings.summarises` overrides for a chat. */
  isAutomatic: z.boolean(),
  /** Model that summarises. The default is the model for titles, else the chat's own model. */
  modelId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  usdMax: z.number().check(z.gte(0), z.lte(100)),
})
export type SummarySettings = z.infer<typeof summarySettingsSchema>

export const defaultSummarySettings: SummarySettings = { isAutomatic: false, usdMax: 0.05 }

/**
 * Fraction of the model's context at which a chat is too long. Below 1, because the number of
 * tokens is an estimate.
 */
export const contextFillMax = 0.95

type Said = { id: string; role: 'user' | 'assistant'; text: string }

/** Number of latest messages that are summarised only if there are no other messages. */
const keptMessages = 2

/**
 * Returns the position after the last message that a new summary would cover, or undefined if all
 * answers are summarised.
 * @param branch messages from the root to the latest answer.
 * @param activeId last message that the current summary covers.
 */
export function findCoveredEnd(
  branch: readonly Said[],
  activeId: string | undefined,
): number | undefined {
  const from = branch.findIndex(({ id }) => id === activeId) + 1
  const findAnswer = (end: number) =>
    branch.findLastIndex(
      ({ role, text }, at) => at >= from && at < end && role === 'assistant' && text !== '',
    )
  const older = findAnswer(branch.length - keptMessages)
  const last = older < 0 ? findAnswer(branch.length) : older
  return last < 0 ? undefined : last + 1
}

const summaryRatio = 0.15

export const estimateSummaryCost = (tokens: number, price: ChatPrice): number =>
  (tokens * price.prompt + tokens * summaryRatio * price.completion) / 1_000_000

/**
 * Returns whether a summary may be written without asking the user. Unknown prices never allow it.
 */
export function isWithinLimit(
  tokens: number,
  price: ChatPrice | undefined,
  { usdMax }: SummarySettings,
): boolean {
  if (!price) return false
  const usd = toUsd({ amount: estimateSummaryCost(tokens, price), currency: price.currency })
  return usd !== undefined && usd <= usdMax
}
