import { findCoveredEnd, type ChatSummary } from '#contract/chat/summaries.ts'
import { estimateTextTokens } from '#lib/token-estimate.ts'
import type { Turn } from '../messages/thread.ts'
import { findActiveSummary } from './find-active-summary.ts'

export type CoveredTurns = { untilId: string; tokens: number }

/**
 * Returns the last answer that a new summary would cover, and the number of tokens that the model
 * would read.
 */
export function getCoveredTurns(
  turns: readonly Turn[],
  summaries: readonly ChatSummary[],
): CoveredTurns | undefined {
  const active = findActiveSummary(turns, summaries)
  const branch = turns.map(({ message }) => message)
  const end = findCoveredEnd(branch, active?.untilId)
  const until = end === undefined ? undefined : branch[end - 1]
  if (!until) return undefined
  const from = branch.findIndex(({ id }) => id === active?.untilId) + 1
  const tokens = branch
    .slice(from, end)
    .reduce((sum, { text }) => sum + estimateTextTokens(text), 0)
  return { untilId: until.id, tokens: tokens + estimateTextTokens(active?.text ?? '') }
}
