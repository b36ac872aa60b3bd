import type { Usage } from '#contract/chat/chat.ts'

/** Reads a service's `usage` object, whichever of the two common sets of names it has. */
export function toUsage(usage: Record<string, unknown>): Usage | undefined {
  const promptTokens = usage['prompt_tokens'] ?? usage['input_tokens']
  const completionTokens = usage['completion_tokens'] ?? usage['output_tokens']
  if (!isCount(promptTokens) || !isCount(completionTokens)) return undefined
  return { promptTokens, completionTokens }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

/** What an answer cost, in US dollars, where the service says so in its `usage`; else 0. */
export function costUsdOf(usage: Record<string, unknown> | undefined): number {
  const cost = Number(usage?.['cost'] ?? 0)
  return Number.isFinite(cost) && cost > 0 ? cost : 0
}
