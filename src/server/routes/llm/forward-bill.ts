import type { ChatPrice } from '#contract/models.ts'
import type { ApiClient } from '../../access/keys/api-keys.ts'
import {
  answerUsd,
  estimatePromptTokens,
  reservationOf,
} from '../../chat/completions/answer-price.ts'
import { explainUnknownPrice } from '../../chat/completions/explain-unknown-price.ts'
import { findPrice } from '../../chat/completions/model-facts.ts'
import { costUsdOf, toUsage } from '../../chat/completions/usage.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { noAmounts } from '../../spending/amounts.ts'
import { limitsAny } from '../../spending/check-limits.ts'
import type { UsageReader } from './usage-reader.ts'

/** Counts what a request that is handed on costs. Only the first of its ends counts. */
export type ForwardBill = {
  /** A refusal costs nothing. */
  close: (status: number, answer: UsageReader) => Promise<void>
  /** Nothing was bought. */
  closeUnbought: () => Promise<void>
  /** Nobody knows what the service will ask for it. */
  closeUnknown: () => Promise<void>
}

type Forwarded = {
  body: Uint8Array
  request: Record<string, unknown>
  /** With its connection in front; absent: as the request names it. */
  modelId?: string
  /** Whether the answer holds words, so that its length costs. */
  hasWords: boolean
  /** Its list may have the model's price. */
  provider?: ChatProvider
  /** US dollars that count if the answer names neither cost nor tokens. */
  flatUsd?: number
  /** Fires when the client has hung up. */
  abandoned: AbortSignal
}

/** Longest wait for a model's price; without it the answer counts as one of unknown price. */
const priceWaitMs = 500

const nothing = () => Promise.resolve()

/** Of what costs nothing. */
export const freeBill: Promise<ForwardBill> = Promise.resolve({
  close: nothing,
  closeUnbought: nothing,
  closeUnknown: nothing,
})

/**
 * Sets aside what a request may take, of the key and of the limits that admins have set. Where neither is
 * limited what the service tells is counted, and no estimates.
 *
 * @throws {HttpError} what `ApiClient.reserve` and `Spending.reserve` throw.
 */
export async function openForwardBill(
  client: ApiClient,
  { body, request, hasWords, abandoned, flatUsd, modelId = modelIn(request), provider }: Forwarded,
): Promise<ForwardBill> {
  const isLimited = limitsAny(await client.spending.applying(modelId), 'usd', 'tokens')
  const isEstimated = client.isMetered || isLimited
  const isFlat = flatUsd !== undefined
  const promptTokens = isEstimated && !isFlat ? await estimatePromptTokens([body]) : 0
  const model = provider && modelId.slice(provider.id.length + 1)
  const price =
    isEstimated && provider && model ? await findPrice(provider, model, priceWaitMs) : undefined
  const priced = price ? { price } : {}
  const explain = (error: unknown) =>
    isFlat ? error : explainUnknownPrice(error, { modelId, price })
  const usd = flatUsd ?? reservationOf(request, { promptTokens, hasWords, ...priced })
  const tokens = isEstimated ? reservationOf(request, { ...asTokens, promptTokens, hasWords }) : 0
  const settleKey = await client
    .reserve(usd, { modelId, signal: abandoned })
    .catch((error: unknown) => {
      throw explain(error)
    })
  const amounts = isLimited ? { ...noAmounts, usd, tokens } : noAmounts
  const order = { modelId, amounts, isEstimate: true, signal: abandoned }
  const settle = await client.spending.reserve(order).catch(async (error: unknown) => {
    await settleKey(0)
    throw explain(error)
  })
  const end = async (cost: { keyUsd: number; usd: number; tokens: number }) => {
    await settleKey(cost.keyUsd)
    await settle({ ...noAmounts, usd: cost.usd, tokens: cost.tokens })
  }

  return {
    close: (status, reader) => {
      if (status >= 400) return end({ keyUsd: 0, usd: 0, tokens: 0 })
      const { usage, isWhole, answerTokens } = reader.end()
      const told = costUsdOf(usage)
      // A key without a limit counts the flat price as well: nothing else says what pictures cost.
      const isUntold = isFlat && told === 0 && !hasTokens(usage)
      const known = isUntold
        ? flatUsd
        : isEstimated
          ? answerUsd({ usage, isWhole, promptTokens, answerTokens, ...priced })
          : told
      const counted = usage && toUsage(usage)
      return end({
        keyUsd: client.isMetered || isUntold ? known : told,
        usd: isLimited || isUntold ? known : told,
        tokens: counted
          ? counted.promptTokens + counted.completionTokens
          : promptTokens + answerTokens,
      })
    },
    closeUnbought: () => end({ keyUsd: 0, usd: 0, tokens: 0 }),
    closeUnknown: () => end({ keyUsd: usd, usd: isLimited ? usd : 0, tokens }),
  }
}

const hasTokens = (usage: Record<string, unknown> | undefined): boolean =>
  usage !== undefined && toUsage(usage) !== undefined

const modelIn = ({ model }: Record<string, unknown>): string =>
  typeof model === 'string' ? model : ''

/** A price with which a reservation counts tokens. */
const asTokens: { price: ChatPrice } = {
  price: { currency: 'USD', prompt: 1_000_000, completion: 1_000_000 },
}
