import type { ChatPrice } from '#contract/models.ts'
import type { ApiClient } from '../../access/keys/api-keys.ts'
import {
  answerUsd,
  estimatePromptTokens,
  estimateTokens,
  reservationOf,
} from '../../chat/completions/answer-price.ts'
import { explainUnknownPrice } from '../../chat/completions/explain-unknown-price.ts'
import { findPrice } from '../../chat/completions/model-facts.ts'
import { costUsdOf } from '../../chat/completions/usage.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { ChatDelta, ChatProvider } from '../../ports/chat-provider.ts'
import { refuseHostedTools } from './hosted-tools.ts'

/** Longest wait for a model's price; without it the answer is counted as one of unknown price. */
const priceWaitMs = 500

/** Counts what one answer costs towards the key that asked for it. */
export type ChatBill = {
  see: (delta: ChatDelta) => void
  /** @param isWhole whether the answer came to its end. Only the first call counts. Nothing where nothing is to be counted. */
  close: (isWhole: boolean) => Promise<void> | undefined
}

type ChatBillOptions = {
  provider: ChatProvider
  /** The provider's own name of it. */
  model: string
  request: Record<string, unknown>
  /** Fires when nobody waits for the answer any more. */
  abandoned: AbortSignal
}

/**
 * Sets aside what the answer may cost. Keys without a limit in money count what services tell, and no
 * estimates.
 *
 * @throws {HttpError} `over_quota`, `rate_limited`, or `bad_request` for tools that cannot be counted.
 */
export const openChatBill = (
  client: ApiClient,
  options: ChatBillOptions,
): ChatBill | Promise<ChatBill> =>
  client.isMetered && !options.provider.isFree ? openMetered(client, options) : openTold(client)

/** Sets nothing aside, so that nothing has to be waited for. */
function openTold(client: ApiClient): ChatBill {
  let usage: ChatDelta['usage']
  let isClosed = false
  return {
    see: (delta) => (usage = delta.usage ?? usage),
    close: () => {
      const usd = isClosed ? 0 : costUsdOf(usage)
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
  const reservedUsd = reservationOf(request, { promptTokens, hasWords: true, ...price })
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
      answerTokens += tokensOf(delta)
    },
    close(isWhole) {
      if (hasBegun) {
        return settle(answerUsd({ usage, isWhole, promptTokens, answerTokens, ...price }))
      }
      // What is given up before its first word may be billed all the same; a refusal is not.
      return settle(abandoned.aborted ? reservedUsd : 0)
    },
  }
}

const usablePrice = (price: ChatPrice | undefined) => (price ? { price } : {})

function tokensOf({ text = '', reasoning = '', toolCalls, extra }: ChatDelta): number {
  const more = toolCalls || extra ? JSON.stringify([toolCalls, extra]) : ''
  return estimateTokens(text + reasoning + more)
}
