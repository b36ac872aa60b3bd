import type { ChatPrice } from '#contract/models.ts'
import type { ApiClient } from '../../access/keys/api-keys.ts'
import {
  answerUsd,
  estimatePromptTokens,
  estimateReservation,
} from '../../chat/completions/answer-price.ts'
import { explainUnknownPrice } from '../../chat/completions/explain-unknown-price.ts'
import { findPrice } from '../../chat/completions/model-facts.ts'
import { readCostUsd, toUsage } from '../../chat/completions/usage.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { noAmounts } from '../../spending/amounts.ts'
import { hasLimitOn } from '../../spending/check-limits.ts'
import type { UsageReader } from './usage-reader.ts'

/**
 * Charges the cost of a forwarded request. Only the first call of a `close…` function has an
 * effect.
 */
export type ForwardBill = {
  /**
   * Charges the cost of an answer.
   * @param status HTTP status of the answer. Answers with an error status are free.
   */
  close: (status: number, answer: UsageReader) => Promise<void>
  closeUncharged: () => Promise<void>
  /** Charges the reserved amount, because the actual cost is unknown. */
  closeUnknown: () => Promise<void>
}

type Forwarded = {
  body: Uint8Array
  request: Record<string, unknown>
  modelId?: string
  hasWords: boolean
  provider?: ChatProvider
  /** US dollars that are charged if the answer reports neither cost nor tokens. */
  flatUsd?: number
  abandoned: AbortSignal
}

/**
 * Maximum wait for a model's price in milliseconds, after which the request continues without a
 * price.
 */
const priceWaitMs = 500

const nothing = () => Promise.resolve()

export const freeBill: Promise<ForwardBill> = Promise.resolve({
  close: nothing,
  closeUncharged: nothing,
  closeUnknown: nothing,
})

/**
 * Reserves the estimated cost from the key's limit and from the limits that admins set. Without
 * limits, only the cost that the service reports is charged.
 * @throws {HttpError} the errors of `ApiClient.reserve` and `Spending.reserve`.
 */
export async function openForwardBill(
  client: ApiClient,
  { body, request, hasWords, abandoned, flatUsd, modelId = modelIn(request), provider }: Forwarded,
): Promise<ForwardBill> {
  const isLimited = hasLimitOn(await client.spending.applying(modelId), 'usd', 'tokens')
  const isEstimated = client.isMetered || isLimited
  const isFlat = flatUsd !== undefined
  const promptTokens = isEstimated && !isFlat ? await estimatePromptTokens([body]) : 0
  const model = provider && modelId.slice(provider.id.length + 1)
  const price =
    isEstimated && provider && model ? await findPrice(provider, model, priceWaitMs) : undefined
  const priced = price ? { price } : {}
  const explain = (error: unknown) =>
    isFlat ? error : explainUnknownPrice(error, { modelId, price })
  const usd = flatUsd ?? estimateReservation(request, { promptTokens, hasWords, ...priced })
  const tokens = isEstimated
    ? estimateReservation(request, { ...asTokens, promptTokens, hasWords })
    : 0
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
      const told = readCostUsd(usage)
      // The flat price of a picture is charged even without a limit, because pictures have no other
      // price.
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
    closeUncharged: () => end({ keyUsd: 0, usd: 0, tokens: 0 }),
    closeUnknown: () => end({ keyUsd: usd, usd: isLimited ? usd : 0, tokens }),
  }
}

const hasTokens = (usage: Record<string, unknown> | undefined): boolean =>
  usage !== undefined && toUsage(usage) !== undefined

const modelIn = ({ model }: Record<string, unknown>): string =>
  typeof model === 'string' ? model : ''

/** With this price of one dollar per token, `estimateReservation` returns the number of tokens. */
const asTokens: { price: ChatPrice } = {
  price: { currency: 'USD', prompt: 1_000_000, completion: 1_000_000 },
}
