import type { LeftOut } from '#contract/chat/left-out.ts'
import type { Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { addLeftOut } from '../openai/chat-body.ts'
import { nearestEffort } from '../openai/quirks/nearest-effort.ts'
import type { MessagesModel } from './model-list.ts'

/** Smallest thinking budget that Anthropic accepts, in tokens. */
const budgetMin = 1_024
/** Thinking budgets in tokens by effort, for models that accept only a budget. */
const budgets: Readonly<Record<string, number>> = {
  minimal: budgetMin,
  low: 4_096,
  medium: 12_288,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
}
const allEfforts = ['low', 'medium', 'high', 'xhigh', 'max']

/** Matches models that always think. Used if the model list does not contain the fact. */
const thinksAlways = /claude-(?:(?:opus|sonnet)-5-[5-9]|fable-5)/
/** The only model that always thinks and still accepts forced tool calls. */
const thinksAndIsForced = /claude-fable-5(?!-\d(?!\d))/
const pausesForTools = /claude-sonnet-5-[5-9]/

/**
 * Returns the types of `thinking` that a model supports.
 * @param usual type for unknown models.
 */
export function thinkingKinds(
  name: string,
  model: MessagesModel | undefined,
  usual: 'adaptive' | 'enabled',
): readonly string[] {
  if (model?.thinking) return model.thinking
  if (!thinksAlways.test(name)) return [usual, 'disabled']
  return pausesForTools.test(name) ? ['adaptive', 'between_tools'] : ['adaptive']
}

const isAlwaysThinking = (kinds: readonly string[]): boolean =>
  kinds.includes('adaptive') && !kinds.includes('disabled')

export const takesForcedTools = (name: string, kinds: readonly string[]): boolean =>
  !isAlwaysThinking(kinds) || thinksAndIsForced.test(name)

type ThinkingOptions = {
  kinds: readonly string[]
  model: MessagesModel | undefined
  maxTokens: number
  isForced: boolean
}

type ThinkingFields = { thinking?: Fields; outputConfig?: Fields; leftOut: readonly LeftOut[] }

/** Newer models return empty thoughts unless the request asks for summaries. */
const adaptive = { type: 'adaptive', display: 'summarized' }

/**
 * Converts OpenAI's `reasoning_effort` to Anthropic's thinking fields. Without an effort, the
 * model's default applies.
 */
export function thinkingFields(
  asked: unknown,
  { kinds, model, maxTokens, isForced }: ThinkingOptions,
): ThinkingFields {
  const isAlways = isAlwaysThinking(kinds)
  if (typeof asked !== 'string' || !(asked === 'none' || Object.hasOwn(budgets, asked))) {
    return { leftOut: [], ...(isAlways && { thinking: adaptive }) }
  }
  if (asked === 'none' && isAlways) return leastThinking(kinds)
  if (asked === 'none' || (isForced && !isAlways)) {
    const leftOut = asked === 'none' ? [] : addLeftOut([], 'reasoning_effort', { value: asked })
    return kinds.includes('disabled') ? { thinking: { type: 'disabled' }, leftOut } : { leftOut }
  }
  if (kinds.includes('adaptive')) {
    const effort = nearestEffort(asked, model?.efforts ?? (model?.thinking ? [] : allEfforts))
    const leftOut =
      effort === asked ? [] : addLeftOut([], 'reasoning_effort', { value: asked, sent: effort })
    return {
      thinking: adaptive,
      ...(effort !== undefined && { outputConfig: { effort } }),
      leftOut,
    }
  }
  const budget = Math.min(ownValue(budgets, asked) ?? budgetMin, Math.floor(maxTokens * 0.75))
  if (!kinds.includes('enabled') || budget < budgetMin) {
    return { leftOut: addLeftOut([], 'reasoning_effort', { value: asked }) }
  }
  return { thinking: { type: 'enabled', budget_tokens: budget }, leftOut: [] }
}

const leastThinking = (kinds: readonly string[]): ThinkingFields => ({
  thinking: kinds.includes('between_tools') ? { type: 'between_tools' } : adaptive,
  outputConfig: { effort: 'low' },
  leftOut: [{ field: 'reasoning_effort', sent: 'low' }],
})
