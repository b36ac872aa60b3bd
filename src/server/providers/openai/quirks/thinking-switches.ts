import type { Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

/**
 * Converters of `reasoning_effort` to other vendors' fields. `model` is the name on the service.
 */
export const thinkingSwitches = {
  reasoning: (effort: string) => ({
    reasoning: effort === 'none' ? { enabled: false } : { effort },
  }),
  enabled: (effort: string) => ({ reasoning: { enabled: effort !== 'none' } }),
  type: (effort: string) => ({ thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }),
  /** DeepSeek accepts an effort besides the switch. */
  typeAndEffort: (effort: string) =>
    effort === 'none'
      ? { thinking: { type: 'disabled' } }
      : { thinking: { type: 'enabled' }, reasoning_effort: effort },
  /** Newer models of z.ai read their earlier thoughts unless `clear_thinking` is true. */
  typeKeepingThoughts: (effort: string) =>
    effort === 'none'
      ? { thinking: { type: 'disabled' } }
      : { thinking: { type: 'enabled', clear_thinking: false }, reasoning_effort: effort },
  /** Some models always think, so only the effort can be set. */
  effort: (effort: string) => ({ reasoning_effort: effort }),
  enable: (effort: string) => ({ enable_thinking: effort !== 'none' }),
  enableAndEffort: (effort: string) => ({
    enable_thinking: effort !== 'none',
    ...(effort !== 'none' && { reasoning_effort: effort }),
  }),
  /** vLLM and llama.cpp pass this setting to the model's chat template. */
  template: (effort: string) => ({
    reasoning_effort: effort,
    chat_template_kwargs: { enable_thinking: effort !== 'none' },
  }),
  /**
   * Gemini sends its thoughts only on request. Such a request needs a thinking level instead of an
   * effort.
   */
  gemini: (effort: string) =>
    effort === 'none' ? { reasoning_effort: effort } : geminiThinking({ thinking_level: effort }),
  /** Gemini before version 3 accepts token budgets. The numbers are from Gemini's documentation. */
  geminiBudget: (effort: string) =>
    effort === 'none'
      ? { reasoning_effort: effort }
      : geminiThinking({ thinking_budget: ownValue(geminiBudgets, effort) ?? 24_576 }),
  /** Some models of Groq accept only two efforts. */
  groq: (effort: string, model: string) => ({
    reasoning_effort: /qwen-?3/i.test(model) ? (effort === 'none' ? 'none' : 'default') : effort,
  }),
} satisfies Record<string, (effort: string, model: string) => Fields>

const geminiThinking = (how: Fields): Fields => ({
  extra_body: { google: { thinking_config: { ...how, include_thoughts: true } } },
})
const geminiBudgets: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
}
