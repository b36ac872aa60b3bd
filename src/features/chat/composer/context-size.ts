import type { ChatModel } from '#contract/models.ts'
import { attachmentTokens, estimateTextTokens } from './estimate-tokens.ts'
import type { Turn } from '../messages/thread.ts'

/**
 * Returns the number of tokens that the chat's history adds to the next request. It is the
 * provider's last count, plus an estimate for newer text.
 */
export function historyTokens(turns: readonly Turn[], systemPrompt = ''): number {
  let tokens = 0
  for (const { message } of turns.toReversed()) {
    const usage = message.run?.usage
    if (usage) return tokens + usage.promptTokens + usage.completionTokens
    tokens += estimateTextTokens(message.text) + attachmentTokens(message.attachments ?? [])
  }
  return tokens + estimateTextTokens(systemPrompt)
}

export const promptCost = (tokens: number, model: ChatModel | undefined): number | undefined =>
  model?.price && (tokens * model.price.prompt) / 1_000_000
