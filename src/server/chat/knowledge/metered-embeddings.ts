import { asNumber } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { EmbeddingsProvider } from '../../ports/embeddings.ts'
import { noAmounts } from '../../spending/amounts.ts'
import { limitsAny } from '../../spending/check-limits.ts'
import type { Spending } from '../../spending/spending.ts'
import { estimateTokens } from '../completions/answer-price.ts'
import { costUsdOf } from '../completions/usage.ts'

export type Sales = Pick<Spending, 'applying' | 'reserve'>

/**
 * US dollars for a million tokens where nobody says: above what every known service asks for embeddings (Voyage's
 * dearest: 0.18), so that a limit in money holds.
 */
const unknownPriceUsd = 0.2

type Order = { model: string; texts: readonly string[]; timeoutMs: number; signal: AbortSignal }

/**
 * The vectors of texts, counted as whoever it is done for uses them.
 *
 * @throws {HttpError} what `EmbeddingsProvider.embed` and `Spending.reserve` throw.
 */
export async function embedMetered(
  provider: EmbeddingsProvider,
  spending: Sales,
  { model, texts, timeoutMs, signal }: Order,
): Promise<number[][]> {
  const modelId = `${provider.id}/${model}`
  const isLimited = limitsAny(await spending.applying(modelId), 'usd', 'tokens')
  const estimated = isLimited ? texts.reduce((sum, text) => sum + estimateTokens(text), 0) : 0
  const priced = (tokens: number) => (provider.isFree ? 0 : (tokens * unknownPriceUsd) / 1_000_000)
  const reserved = { ...noAmounts, tokens: estimated, usd: priced(estimated) }
  const settle = await spending.reserve({ modelId, amounts: reserved, isEstimate: true, signal })
  try {
    const { vectors, usage } = await provider.embed({ model, texts, timeoutMs }, signal)
    const tokens = asNumber(usage?.['total_tokens'] ?? usage?.['prompt_tokens']) ?? estimated
    const usd = provider.isFree ? 0 : costUsdOf(usage) || (isLimited ? priced(tokens) : 0)
    await settle({ ...noAmounts, tokens, usd })
    return vectors
  } catch (error) {
    await settle(mayBeCharged(error) ? reserved : noAmounts)
    throw error
  }
}

/** A refusal is not billed; what nobody waited for any more may be. */
export const mayBeCharged = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.code === 'timed_out'
