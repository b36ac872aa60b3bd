import { asNumber } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { noAmounts } from '../../spending/amounts.ts'
import { hasLimitOn } from '../../spending/check-limits.ts'
import type { Spending } from '../../spending/spending.ts'
import { estimateTokens } from '../completions/answer-price.ts'
import { readCostUsd } from '../completions/usage.ts'

export type Sales = Pick<Spending, 'applying' | 'reserve'>

/**
 * Assumed price in US dollars per million tokens if the service reports none. Every known embedding
 * model
 * costs less (Voyage: up to 0.18), so limits in dollars hold.
 */
const unknownPriceUsd = 0.2

type Order = { model: string; texts: readonly string[]; timeoutMs: number; signal: AbortSignal }

/**
 * Embeds texts and counts the usage for the current person.
 * @throws {HttpError} the errors of `EmbeddingsProvider.embed` and `Spending.reserve`.
 */
export async function embedMetered(
  provider: EmbeddingsProvider,
  spending: Sales,
  { model, texts, timeoutMs, signal }: Order,
): Promise<number[][]> {
  const modelId = `${provider.id}/${model}`
  const isLimited = hasLimitOn(await spending.applying(modelId), 'usd', 'tokens')
  const estimated = isLimited ? texts.reduce((sum, text) => sum + estimateTokens(text), 0) : 0
  const priced = (tokens: number) => (provider.isFree ? 0 : (tokens * unknownPriceUsd) / 1_000_000)
  const reserved = { ...noAmounts, tokens: estimated, usd: priced(estimated) }
  const settle = await spending.reserve({ modelId, amounts: reserved, isEstimate: true, signal })
  try {
    const { vectors, usage } = await provider.embed({ model, texts, timeoutMs }, signal)
    const tokens = asNumber(usage?.['total_tokens'] ?? usage?.['prompt_tokens']) ?? estimated
    const usd = provider.isFree ? 0 : readCostUsd(usage) || (isLimited ? priced(tokens) : 0)
    await settle({ ...noAmounts, tokens, usd })
    return vectors
  } catch (error) {
    await settle(mayBeCharged(error) ? reserved : noAmounts)
    throw error
  }
}

/**
 * Returns whether the service may bill a failed request. Refusals are free, timeouts may be billed.
 */
export const mayBeCharged = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.code === 'timed_out'
