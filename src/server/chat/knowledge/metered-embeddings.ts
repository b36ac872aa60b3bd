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
 * Assumed price in US dollars per million tokens if the service reports no price. Every known
 * embedding model costs less (Voyage: up to 0.18), so limits in dollars hold.
 */
const unknownPriceUsd = 0.2

type Order = { model: string; texts: readonly string[]; timeoutMs: number; signal: AbortSignal }
type Usage = Record<string, unknown> | undefined

/**
 * Embeds texts and counts the usage for the current person.
 * @throws {HttpError} the errors of `EmbeddingsProvider.embed` and `Spending.reserve`.
 */
export function embedMetered(
  provider: EmbeddingsProvider,
  spending: Sales,
  order: Order,
): Promise<number[][]> {
  const { model, texts, timeoutMs, signal } = order
  return meter(provider, spending, order, async () => {
    const { vectors, usage } = await provider.embed({ model, texts, timeoutMs }, signal)
    return { value: vectors, usage }
  })
}

/**
 * Scores how well texts answer a query, and counts the usage for the current person.
 * @throws {HttpError} the errors of `embedMetered`.
 */
export function rerankMetered(
  provider: EmbeddingsProvider,
  spending: Sales,
  order: Order & { query: string },
): Promise<readonly (number | undefined)[]> {
  const { model, texts, query, timeoutMs, signal } = order
  return meter(provider, spending, order, async () => {
    const { scores = [], usage } =
      (await provider.rerank?.({ model, texts, query, timeoutMs }, signal)) ?? {}
    return { value: scores, usage }
  })
}

// oxlint-disable-next-line max-params -- the parameters of its two callers, and the work.
async function meter<T>(
  provider: EmbeddingsProvider,
  spending: Sales,
  { model, texts, signal }: Order,
  work: () => Promise<{ value: T; usage: Usage }>,
): Promise<T> {
  const modelId = `${provider.id}/${model}`
  const isLimited = hasLimitOn(await spending.applying(modelId), 'usd', 'tokens')
  const estimated = isLimited ? texts.reduce((sum, text) => sum + estimateTokens(text), 0) : 0
  const priced = (tokens: number) => (provider.isFree ? 0 : (tokens * unknownPriceUsd) / 1_000_000)
  const reserved = { ...noAmounts, tokens: estimated, usd: priced(estimated) }
  const settle = await spending.reserve({ modelId, amounts: reserved, isEstimate: true, signal })
  try {
    const { value, usage } = await work()
    const tokens = asNumber(usage?.['total_tokens'] ?? usage?.['prompt_tokens']) ?? estimated
    const usd = provider.isFree ? 0 : readCostUsd(usage) || (isLimited ? priced(tokens) : 0)
    await settle({ ...noAmounts, tokens, usd })
    return value
  } catch (error) {
    await settle(mayBeCharged(error) ? reserved : noAmounts)
    throw error
  }
}

/**
 * Returns whether the service may bill a failed request. A refusal costs nothing, but a timeout may
 * be billed.
 */
export const mayBeCharged = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.code === 'timed_out'
