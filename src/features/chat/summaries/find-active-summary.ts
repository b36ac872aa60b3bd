import type { ChatSummary } from '#contract/chat/summaries.ts'
import type { Turn } from '../messages/thread.ts'

/**
 * Returns the summary that applies to this branch. Later summaries contain the earlier summaries.
 */
export function findActiveSummary(
  turns: readonly Turn[],
  summaries: readonly ChatSummary[],
): ChatSummary | undefined {
  const byMessage = new Map(summaries.map((one) => [one.untilId, one]))
  const last = turns.findLast(({ message }) => byMessage.has(message.id))
  return last && byMessage.get(last.message.id)
}
