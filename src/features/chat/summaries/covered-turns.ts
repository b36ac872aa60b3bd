import type { ChatSummary } from '#contract/chat/summaries.ts'
import type { ChatPrice } from '#contract/models.ts'
import { estimateTextTokens } from '../messages/estimate-tokens.ts'
import type { Turn } from '../messages/thread.ts'

/** Returns the summary that applies to this branch. Later summaries contain the earlier ones. */
export function findActiveSummary(
  turns: readonly Turn[],
  summaries: readonly ChatSummary[],
): ChatSummary | undefined {
  const byMessage = new Map(summaries.map((one) => [one.untilId, one]))
  const last = turns.findLast(({ message }) => byMessage.has(message.id))
  return last && byMessage.get(last.message.id)
}

/** The latest question and its answer are not summarised, if there are others. */
const keptTurns = 2

const isAnswer = ({ message }: Turn) => message.role === 'assistant' && message.text !== ''

export type CoveredTurns = { untilId: string; tokens: number }

/**
 * Returns the last answer that a new summary would cover, and the estimated length of the text that
 * the model would read. Returns nothing if all older answers are summarised already.
 */
export function getCoveredTurns(
  turns: readonly Turn[],
  summaries: readonly ChatSummary[],
): CoveredTurns | undefined {
  const active = findActiveSummary(turns, summaries)
  const older = turns.slice(0, -keptTurns).findLast(isAnswer) ?? turns.findLast(isAnswer)
  if (!older || older.message.id === active?.untilId) return undefined
  const from = turns.findIndex(({ message }) => message.id === active?.untilId) + 1
  const end = turns.indexOf(older) + 1
  if (end <= from) return undefined
  const tokens = turns
    .slice(from, end)
    .reduce((sum, { message }) => sum + estimateTextTokens(message.text), 0)
  return { untilId: older.message.id, tokens: tokens + estimateTextTokens(active?.text ?? '') }
}

/** Usual length of a summary, as a fraction of the text. */
const summaryRatio = 0.15

export const estimateSummaryCost = (tokens: number, price: ChatPrice): number =>
  (tokens * price.prompt + tokens * summaryRatio * price.completion) / 1_000_000
