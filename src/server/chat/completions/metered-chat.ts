import type { ChatPrice } from '#contract/models.ts'
import type { Amounts } from '#contract/spending.ts'
import {
  answerUsd,
  estimatePromptTokens,
  estimateTokens,
  estimateReservation,
} from './answer-price.ts'
import { explainUnknownPrice } from './explain-unknown-price.ts'
import { computeCost, findPrice } from './model-facts.ts'
import { usageDetails } from './usage-details.ts'
import { readCostUsd, toUsage } from './usage.ts'
import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatDelta, ChatProvider, ChatRequest } from '../../ports/chat-provider.ts'
import type { Span } from '../../observability/spans.ts'
import { traced } from '../../observability/tracing.ts'
import { noAmounts } from '../../spending/amounts.ts'
import { hasLimitOn } from '../../spending/check-limits.ts'
import type { Spending } from '../../spending/spending.ts'

const priceWaitMs = 500

type Sales = Pick<Spending, 'applying' | 'reserve'>

/** Wraps a catalogue so that its chat models count their usage for the current person. */
export function meteredCatalogue(catalogue: Catalogue, spending: Sales): Catalogue {
  const meteredProviders = new WeakMap<ChatProvider, ChatProvider>()
  const metered = (provider: ChatProvider): ChatProvider => {
    // The built-in help assistant is not a language model and uses no tokens.
    if (provider.isFallback) return provider
    const made = meteredProviders.get(provider) ?? meteredModel(provider, spending)
    meteredProviders.set(provider, made)
    return made
  }
  return {
    ...catalogue,
    chat: (modelId, signal, options) =>
      catalogue
        .chat(modelId, signal, options)
        .then(({ provider, model }) => ({ provider: metered(provider), model })),
  }
}

const meteredModel = (provider: ChatProvider, spending: Sales): ChatProvider => ({
  ...provider,
  streamChat: async (request, signal, take) => {
    const modelId = `${provider.id}/${request.model}`
    const applying = spending.applying(modelId)
    const limits = applying instanceof Promise ? await applying : applying
    const meter = hasLimitOn(limits, 'usd', 'tokens')
      ? await openMeter(provider, spending, { request, signal })
      : openTelling(provider, spending, request.model)
    let isWhole = false
    try {
      await tracedAnswer(provider, request, (span) =>
        provider.streamChat(request, signal, (delta) => {
          meter.see(delta)
          if (span) noteAnswer(span, delta)
          return take(delta)
        }),
      )
      isWhole = true
    } finally {
      const closing = meter.close(isWhole, signal)
      if (closing) await closing
    }
  },
})

/**
 * Records an answer as a trace span without its texts. Names follow OpenTelemetry's conventions for
 * generative AI: opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans.
 */
const tracedAnswer = (
  { id }: ChatProvider,
  { model }: ChatRequest,
  work: (span: Span | undefined) => Promise<void>,
): Promise<void> =>
  traced(
    `chat ${model}`,
    {
      kind: 'client',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': id,
        'gen_ai.request.model': model,
      },
    },
    work,
  )

function noteAnswer({ attributes }: Span, { usage, finishReason, answeredBy }: ChatDelta): void {
  if (finishReason !== undefined) attributes['gen_ai.response.finish_reasons'] = finishReason
  if (answeredBy !== undefined) attributes['gen_ai.response.model'] = answeredBy
  const tokens = usage && toUsage(usage)
  if (!tokens) return
  attributes['gen_ai.usage.input_tokens'] = tokens.promptTokens
  attributes['gen_ai.usage.output_tokens'] = tokens.completionTokens
}

type Meter = {
  see: (delta: ChatDelta) => void
  close: (isWhole: boolean, signal: AbortSignal) => Promise<void> | undefined
}

async function openMeter(
  provider: ChatProvider,
  spending: Sales,
  { request, signal }: { request: ChatRequest; signal: AbortSignal },
): Promise<Meter> {
  const modelId = `${provider.id}/${request.model}`
  const promptTokens = await estimatePromptTokens(await encodeJson(request))
  const price = await priceIn(provider, request.model)
  const reserved = amountsReserved(provider, request, { promptTokens, price })
  const order = { modelId, amounts: reserved, isEstimate: true, signal }
  const settle = await spending.reserve(order).catch((error: unknown) => {
    throw provider.isFree ? error : explainUnknownPrice(error, { modelId, price })
  })
  if (signal.aborted) {
    await settle(noAmounts)
    signal.throwIfAborted()
  }
  const seen: Seen = { usage: undefined, hasBegun: false, answerTokens: 0 }
  return {
    see(delta) {
      seen.hasBegun = true
      seen.usage = delta.usage ?? seen.usage
      seen.answerTokens += getTokens(delta)
    },
    close: (isWhole, { aborted, reason }) => {
      // A request that timed out before its first token is not charged, because another model
      // answers.
      const isAbandoned = aborted && !(reason instanceof HttpError && reason.code === 'timed_out')
      // The service may bill a request that was cancelled before its first token.
      if (!seen.hasBegun) return settle(isAbandoned ? reserved : noAmounts)
      const figures = { ...seen, isWhole, promptTokens, ...(price && { price }) }
      const tokens = tokensTold(seen.usage) ?? promptTokens + seen.answerTokens
      const usd = provider.isFree ? 0 : (usdTold(seen.usage, isWhole, price) ?? answerUsd(figures))
      return settle({ ...noAmounts, tokens, usd })
    },
  }
}

type Seen = { usage: ChatDelta['usage']; hasBegun: boolean; answerTokens: number }

/** Creates a meter that counts only the usage that the service reports, without a reservation. */
function openTelling(provider: ChatProvider, spending: Sales, model: string): Meter {
  let usage: ChatDelta['usage']
  return {
    see: (delta) => void (usage = delta.usage ?? usage),
    close: () => {
      if (usage) void tellUsage(usage)
      return undefined
    },
  }

  async function tellUsage(told: NonNullable<ChatDelta['usage']>): Promise<void> {
    const modelId = `${provider.id}/${model}`
    const settle = await spending.reserve({ modelId, amounts: noAmounts })
    const needsPrice = !provider.isFree && readCostUsd(told) === 0
    const price = needsPrice ? await priceIn(provider, model) : undefined
    const usd = provider.isFree ? 0 : (usdTold(told, true, price) ?? 0)
    await settle({ ...noAmounts, tokens: tokensTold(told) ?? 0, usd })
  }
}

const priceIn = async (provider: ChatProvider, model: string): Promise<ChatPrice | undefined> =>
  provider.isFree ? undefined : await findPrice(provider, model, priceWaitMs)

function amountsReserved(
  { isFree = false }: ChatProvider,
  request: ChatRequest,
  { promptTokens, price }: { promptTokens: number; price: ChatPrice | undefined },
): Amounts {
  const figures = { promptTokens, hasWords: true, ...(price && { price }) }
  const perToken: ChatPrice = { currency: 'USD', prompt: 1_000_000, completion: 1_000_000 }
  return {
    ...noAmounts,
    usd: isFree ? 0 : estimateReservation(request, figures),
    tokens: estimateReservation(request, { ...figures, price: perToken }),
  }
}

function usdTold(
  usage: ChatDelta['usage'],
  isWhole: boolean,
  price: ChatPrice | undefined,
): number | undefined {
  if (!usage || !isWhole) return undefined
  const told = readCostUsd(usage)
  if (told > 0) return told
  const counted = toUsage(usage)
  if (!counted || price?.currency !== 'USD') return undefined
  return computeCost({ ...counted, ...usageDetails(usage) }, price)?.amount
}

function tokensTold(usage: ChatDelta['usage']): number | undefined {
  const counted = usage && toUsage(usage)
  return counted && counted.promptTokens + counted.completionTokens
}

function getTokens({ text = '', reasoning = '', toolCalls, extra }: ChatDelta): number {
  const more = toolCalls || extra ? JSON.stringify([toolCalls, extra]) : ''
  return estimateTokens(text + reasoning + more)
}
