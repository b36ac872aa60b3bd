import type { Fields } from '#lib/fields.ts'
import type { MessagesModel } from './model-list.ts'

/** Least budget that the service takes. */
const budgetMin = 1_024
/** Tokens to think with, for models that want a budget instead of an effort. */
const budgets: Readonly<Record<string, number>> = {
  minimal: budgetMin,
  low: 4_096,
  medium: 12_288,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
}
const efforts = ['low', 'medium', 'high', 'xhigh', 'max']

type ThinkingOptions = {
  model: MessagesModel | undefined
  /** The kind for a model of which nothing is known. */
  usual: 'adaptive' | 'enabled'
  maxTokens: number
  /** A tool has to be called, which no model does while it thinks. */
  isForced: boolean
}

/**
 * OpenAI's `reasoning_effort` in the fields that the model takes. Without one nothing is sent: what a
 * model does by itself is its own to choose.
 */
export function thinkingFields(
  asked: unknown,
  { model, usual, maxTokens, isForced }: ThinkingOptions,
): { thinking?: Fields; outputConfig?: Fields } {
  if (typeof asked !== 'string' || !(asked === 'none' || asked in budgets)) return {}
  const known = model?.thinking
  const kinds = known ?? [usual, 'disabled']
  if (asked === 'none' || isForced) {
    return kinds.includes('disabled') ? { thinking: { type: 'disabled' } } : {}
  }
  const effort = nearestEffort(asked, model?.efforts ?? (known ? [] : efforts))
  if (kinds.includes('adaptive')) {
    return {
      // Newer models keep their thoughts to themselves unless they are asked for them.
      thinking: { type: 'adaptive', display: 'summarized' },
      ...(effort !== undefined && { outputConfig: { effort } }),
    }
  }
  const budget = Math.min(budgets[asked] ?? budgetMin, Math.floor(maxTokens * 0.75))
  if (!kinds.includes('enabled') || budget < budgetMin) return {}
  return { thinking: { type: 'enabled', budget_tokens: budget } }
}

/** The strongest that the model has and that is not above the one asked for, else its weakest. */
function nearestEffort(asked: string, has: readonly string[]): string | undefined {
  const wanted = asked === 'minimal' ? 'low' : asked
  const able = efforts.filter((effort) => has.includes(effort))
  const below = able.filter((effort) => efforts.indexOf(effort) <= efforts.indexOf(wanted))
  return below.at(-1) ?? able[0]
}
