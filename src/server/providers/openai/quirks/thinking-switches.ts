import type { Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

/**
 * Converters of `reasoning_effort` to other vendors' fields. `model` is the name on the service.
 */
export const thinkingSwitches = {
  /** Format of OpenRouter. */
  reasoning: (effort: string) => ({
    reasoning: effort === 'none' ? { enabled: false } : { effort },
  }),
  /** Format of Together. */
  enabled: (effort: string) => ({ reasoning: { enabled: effort !== 'none' } }),
  /** Format of older models of z.ai and Moonshot. */
  type: (effort: string) => ({ thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }),
  /** Format of DeepSeek, which also accepts an effort. */
  typeAndEffort: (effort: string) =>
    effort === 'none'
      ? { thinking: { type: 'disabled' } }
      : { thinking: { type: 'enabled' }, reasoning_effort: effort },
  /**
   * Format of newer models of z.ai. They read their earlier thoughts unless `clear_thinking` is
   * true.
   */
  typeKeepingThoughts: (effort: string) =>
    effort === 'none'
      ? { thinking: { type: 'disabled' } }
      : { thinking: { type: 'enabled', clear_thinking: false }, reasoning_effort: effort },
  /** Format of models that always think. */
  effort: (effort: string) => ({ reasoning_effort: effort }),
  /** Format of Qwen. */
  enable: (effort: string) => ({ enable_thinking: effort !== 'none' }),
  /** Format of newer models of Qwen. */
  enableAndEffort: (effort: string) => ({
    enable_thinking: effort !== 'none',
    ...(effort !== 'none' && { reasoning_effort: effort }),
  }),
  /** Format of vLLM and llama.cpp, which pass the setting to the model's chat template. */
  template: (effort: string) => ({
    reasoning_effort: effort,
    chat_template_kwargs: { enable_thinking: effort !== 'none' },
  }),
  /**
   * Format of Gemini. It sends its thoughts only on request, and then accepts a thinking level
   * instead of an effort.
   */
  gemini: (effort: string) =>
    effort === 'none' ? { reasoning_effort: effort } : geminiThinking({ thinking_level: effort }),
  /** Format of Gemini before version 3, with the token budgets of its documentation. */
  geminiBudget: (effort: string) =>
    effort === 'none'
      ? { reasoning_effort: effort }
      : geminiThinking({ thinking_budget: ownValue(geminiBudgets, effort) ?? 24_576 }),
  /** Format of Groq. Some models accept only two efforts. */
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
