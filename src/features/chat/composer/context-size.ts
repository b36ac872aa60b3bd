import type { ChatSummary } from '#contract/chat/summaries.ts'
import { findActiveSummary } from '../summaries/find-active-summary.ts'
import { attachmentTokens, estimateTextTokens } from '#lib/token-estimate.ts'
import type { Turn } from '../messages/thread.ts'

type HistoryParts = {
  systemPrompt?: string | undefined
  summaries?: readonly ChatSummary[] | undefined
}

/**
 * Returns the number of tokens that the chat's history adds to the next request. Estimates the text
 * after the provider's last token count.
 */
export function historyTokens(
  turns: readonly Turn[],
  { systemPrompt = '', summaries }: HistoryParts = {},
): number {
  const summary = summaries && findActiveSummary(turns, summaries)
  let tokens = estimateTextTokens(summary?.text ?? '')
  let isCovered = false
  for (const { message } of turns.toReversed()) {
    isCovered ||= message.id === summary?.untilId
    if (isCovered && message.role === 'assistant') continue
    const { usage, mergedIds, startedAt = '' } = message.run ?? {}
    // Ignore token counts from before the summary, because these counts include the summarised
    // answers. With tool calls, a count includes several prompts, and the count of a merged answer
    // includes the compared answers.
    const isPlain = !message.toolCalls?.length && mergedIds === undefined
    if (usage && isPlain && startedAt > (summary?.createdAt ?? '')) {
      const counted = usage.promptTokens + usage.completionTokens
      return tokens - estimateTextTokens(summary?.text ?? '') + counted
    }
    tokens += estimateTextTokens(message.text) + attachmentTokens(message.attachments ?? [])
  }
  return tokens + estimateTextTokens(systemPrompt)
}
