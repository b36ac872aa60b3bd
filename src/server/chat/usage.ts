import type { Usage } from '#contract/chat.ts'

/** Reads a service's `usage` object, whichever of the two common sets of names it has. */
export function toUsage(usage: Record<string, unknown>): Usage | undefined {
  const promptTokens = usage['prompt_tokens'] ?? usage['input_tokens']
  const completionTokens = usage['completion_tokens'] ?? usage['output_tokens']
  if (!isCount(promptTokens) || !isCount(completionTokens)) return undefined
  return { promptTokens, completionTokens }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0
