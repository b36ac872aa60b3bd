import type { ChatPrice } from '#contract/models.ts'
import type { ApiClient } from '../../access/keys/api-keys.ts'
import {
  answerUsd,
  estimatePromptTokens,
  estimateTokens,
  estimateReservation,
} from '../../chat/completions/answer-price.ts'
import { explainUnknownPrice } from '../../chat/completions/explain-unknown-price.ts'
import { findPrice } from '../../chat/completions/model-facts.ts'
import { readCostUsd } from '../../chat/completions/usage.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { ChatDelta, ChatProvider } from '../../ports/chat-provider.ts'
import { refuseHostedTools } from './hosted-tools.ts'

/**
 * Maximum wait for a model's price in milliseconds, after which the request continues without a
 * price.
 */
const priceWaitMs = 500

export type ChatBill = {
  see: (delta: ChatDelta) => void
  /**
   * Charges the cost. Calls after the first are ignored. Returns `undefined` if there is no cost to
   * store.
   * @param isWhole true if the answer was complete.
   */
  close: (isWhole: boolean) => Promise<void> | undefined
}

type ChatBillOptions = {
  provider: ChatProvider
  model: string
  request: Record<string, unknown>
  abandoned: AbortSignal
}

/**
 * Reserves the estimated cost of the answer. For a key without a spending limit, only the cost that
 * the service reports is charged.
 * @throws {HttpError} `over_quota`, `rate_limited`, or `bad_request` for tools whose cost cannot be
 * estimated.
 */
export const openChatBill = (
  client: ApiClient,
  options: ChatBillOptions,
): ChatBill | Promise<ChatBill> =>
  client.isMetered && !options.provider.isFree ? openMetered(client, options) : openTold(client)

function openTold(client: ApiClient): ChatBill {
  let usage: ChatDelta['usage']
  let isClosed = false
  return {
    see: (delta) => (usage = delta.usage ?? usage),
    close: () => {
      const usd = isClosed ? 0 : readCostUsd(usage)
      isClosed = true
      return usd > 0 ? client.reserve(0).then((settle) => settle(usd)) : undefined
    },
  }
}

async function openMetered(
  client: ApiClient,
  { provider, model, request, abandoned }: ChatBillOptions,
): Promise<ChatBill> {
  let usage: ChatDelta['usage']
  refuseHostedTools(request)
  const known = await findPrice(provider, model, priceWaitMs)
  const price = usablePrice(known)
  const promptTokens = await estimatePromptTokens(await encodeJson(request))
  const reservedUsd = estimateReservation(request, { promptTokens, hasWords: true, ...price })
  const modelId = `${provider.id}/${model}`
  const order = { modelId, signal: abandoned }
  const settle = await client.reserve(reservedUsd, order).catch((error: unknown) => {
    throw explainUnknownPrice(error, { modelId, price: known })
  })
  let answerTokens = 0
  let hasBegun = false
  return {
    see(delta) {
      hasBegun = true
      usage = delta.usage ?? usage
      answerTokens += getTokens(delta)
    },
    close(isWhole) {
      if (hasBegun) {
        return settle(answerUsd({ usage, isWhole, promptTokens, answerTokens, ...price }))
      }
      // The service may bill a request that was aborted before its first delta, but not a refused
      // request.
      return settle(abandoned.aborted ? reservedUsd : 0)
    },
  }
}

const usablePrice = (price: ChatPrice | undefined) => (price ? { price } : {})

function getTokens({ text = '', reasoning = '', toolCalls, extra }: ChatDelta): number {
  const more = toolCalls || extra ? JSON.stringify([toolCalls, extra]) : ''
  return estimateTokens(text + reasoning + more)
}
