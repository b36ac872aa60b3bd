import { asRecord } from '#lib/fields.ts'
import type { Usage } from '#contract/chat/chat.ts'

/**
 * Returns the counts of a `usage` object except the totals of prompt and completion. OpenAI nests
 * these counts, while DeepSeek and Anthropic have them at the top level.
 */
export function usageDetails(
  usage: Record<string, unknown>,
): Pick<Usage, 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens'> {
  const prompt = asRecord(usage['prompt_tokens_details'] ?? usage['input_tokens_details'])
  const completion = asRecord(usage['completion_tokens_details'] ?? usage['output_tokens_details'])
  const cachedTokens =
    prompt['cached_tokens'] ?? usage['prompt_cache_hit_tokens'] ?? usage['cache_read_input_tokens']
  const cacheWriteTokens = prompt['cache_write_tokens'] ?? usage['cache_creation_input_tokens']
  const reasoningTokens = completion['reasoning_tokens']
  return {
    ...(isCount(cachedTokens) && { cachedTokens }),
    ...(isCount(cacheWriteTokens) && { cacheWriteTokens }),
    ...(isCount(reasoningTokens) && { reasoningTokens }),
  }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0
