import type { Money, Usage } from '#contract/chat/chat.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'

/**
 * What the provider's list says about a model. A list that cannot be had is no reason not to chat.
 *
 * @param waitMs the longest wait for it.
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
  // What is wrong with the list, the answer itself will say.
  const listed = provider.listModels(signal).catch(() => undefined)
  const models = await Promise.race([listed, late])
  const found = models?.find(({ id }) => id === `${provider.id}/${model}`)
  const { enteredPrice: price } = provider
  return found && price ? { ...found, price, isPriceEntered: true } : found
}

/** The price of a model: the entered one, or the one of its list if that arrives within `waitMs`. */
export const findPrice = async (
  provider: ChatProvider,
  model: string,
  waitMs: number,
): Promise<ChatPrice | undefined> =>
  provider.enteredPrice ?? (await modelFacts(provider, model, waitMs))?.price

/** What an answer cost; nothing where the model has no price. */
export function costOf(usage: Usage | undefined, price: ChatPrice | undefined): Money | undefined {
  if (!usage || !price) return undefined
  const cached = Math.min(usage.cachedTokens ?? 0, usage.promptTokens)
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.promptTokens - cached)
  const millionths =
    (usage.promptTokens - cached - written) * price.prompt +
    cached * (price.cached ?? price.prompt) +
    written * (price.cacheWrite ?? price.prompt) +
    usage.completionTokens * price.completion
  return { amount: millionths / 1_000_000, currency: price.currency }
}

/** Of several requests that made one answer. */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
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
