import type { ChatPrice } from '#contract/models.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { answerUsd, isPriceUnknown } from '../completions/answer-price.ts'
import { computeCost } from '../completions/model-facts.ts'
import { usageDetails } from '../completions/usage-details.ts'
import { readCostUsd, toUsage } from '../completions/usage.ts'

type Usage = NonNullable<ChatDelta['usage']>

/**
 * Adds the cost in US dollars to the usage, at the price of the model that answered. Does nothing
 * if the service reports a cost.
 */
export function addCost(usage: Usage, price: ChatPrice | undefined): Usage {
  if (!price || isPriceUnknown(price) || readCostUsd(usage) > 0) return usage
  const counted = toUsage(usage)
  const cost =
    counted && price.currency === 'USD'
      ? (computeCost({ ...counted, ...usageDetails(usage) }, price)?.amount ?? 0)
      : answerUsd({ usage, isWhole: true, promptTokens: 0, answerTokens: 0, price })
  return cost > 0 ? { ...usage, cost } : usage
}
