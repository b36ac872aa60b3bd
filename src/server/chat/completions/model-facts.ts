import type { Money, Usage } from '#contract/chat/chat.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { getApplyingPrice } from './applying-price.ts'

/**
 * Returns a model's entry in the provider's list, or nothing if the list fails or takes longer than
 * `waitMs` milliseconds.
 */
export async function modelFacts(
  provider: ChatProvider,
  model: string,
  waitMs: number,
): Promise<ChatModel | undefined> {
  const signal = AbortSignal.timeout(waitMs)
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const listed = provider.listModels(signal).catch(() => undefined)
  const models = await Promise.race([listed, late])
  const found = models?.find(({ id }) => id === `${provider.id}/${model}`)
  const { enteredPrice: price } = provider
  return found && price ? { ...found, price, isPriceEntered: true } : found
}

/**
 * Returns the price that a person entered, otherwise the listed price if it arrives within `waitMs`
 * milliseconds.
 */
export const findPrice = async (
  provider: ChatProvider,
  model: string,
  waitMs: number,
): Promise<ChatPrice | undefined> =>
  provider.enteredPrice ?? (await modelFacts(provider, model, waitMs))?.price

/**
 * Computes the cost of an answer, or returns nothing if the model has no price.
 * @param usage tokens of a single request, because the price may depend on the length of the
 * prompt.
 */
export function computeCost(
  usage: Usage | undefined,
  listed: ChatPrice | undefined,
): Money | undefined {
  if (!usage || !listed) return undefined
  const price = getApplyingPrice(listed, usage.promptTokens)
  const cached = Math.min(usage.cachedTokens ?? 0, usage.promptTokens)
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.promptTokens - cached)
  const millionths =
    (usage.promptTokens - cached - written) * price.prompt +
    cached * (price.cached ?? price.prompt) +
    written * (price.cacheWrite ?? price.prompt) +
    usage.completionTokens * price.completion
  return { amount: millionths / 1_000_000, currency: price.currency }
}

export function sumUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other
  const sum = (name: 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens') =>
    one[name] === undefined && other[name] === undefined
      ? {}
      : { [name]: (one[name] ?? 0) + (other[name] ?? 0) }
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    ...sum('cachedTokens'),
    ...sum('cacheWriteTokens'),
    ...sum('reasoningTokens'),
  }
}
