import type { Usage } from '#contract/chat/chat.ts'

/** Parses a service's `usage` object with the field names of OpenAI or Anthropic. */
export function toUsage(usage: Record<string, unknown>): Usage | undefined {
  const promptTokens = usage['prompt_tokens'] ?? usage['input_tokens']
  const completionTokens = usage['completion_tokens'] ?? usage['output_tokens']
  if (!isCount(promptTokens) || !isCount(completionTokens)) return undefined
  return { promptTokens, completionTokens }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

/** Returns the cost in US dollars that a service reports, or 0. */
export function readCostUsd(usage: Record<string, unknown> | undefined): number {
  const cost = Number(usage?.['cost'] ?? 0)
  return Number.isFinite(cost) && cost > 0 ? cost : 0
}
