import { aliasProviderId, type ModelAlias } from '#contract/model-aliases.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import type {
  ChatDelta,
  ChatProvider,
  ChatRequestMessage,
  TakeDelta,
} from '../../ports/chat-provider.ts'
import { HttpError } from '../../errors/http-error.ts'
import { answerUsd, isPriceUnknown } from '../completions/answer-price.ts'
import { computeCost } from '../completions/model-facts.ts'
import { usageDetails } from '../completions/usage-details.ts'
import { readCostUsd, toUsage } from '../completions/usage.ts'
import { canFallBack } from './can-fall-back.ts'

export type AliasTarget = { provider: ChatProvider; model: string }

type Options = {
  findPrice: (provider: ChatProvider, model: string) => Promise<ChatPrice | undefined>
  listed: (models: readonly ChatModel[]) => ChatModel | undefined
}

/**
 * Creates a provider that tries models in order until a model sends its first token. A later
 * failure ends the answer.
 */
export function createAliasProvider(
  alias: ModelAlias,
  targets: readonly AliasTarget[],
  options: Options,
): ChatProvider {
  const { name, timeoutSeconds } = alias
  const { findPrice, listed } = options
  const providers = targets.map(({ provider }) => provider)
  const handsBack = [...new Set(providers.flatMap((provider) => provider.handsBack ?? []))]
  return {
    id: aliasProviderId,
    isFree: providers.every(({ isFree }) => isFree === true),
    handsBack,
    alias: {
      modelIds: targets.map(({ provider, model }) => `${provider.id}/${model}`),
      timeoutMs: timeoutSeconds * 1000,
      startAt: (index) => createAliasProvider(alias, targets.slice(index), options),
    },
    isInPrivateNetwork: async () => {
      const all = await Promise.all(
        providers.map(async (one) => (await one.isInPrivateNetwork?.()) === true),
      )
      return all.includes(true)
    },
    listModels: async (signal) => {
      const lists = await Promise.all(
        [...new Set(providers)].map((one) => one.listModels(signal).catch(() => [])),
      )
      const shown = listed(lists.flat())
      return shown ? [shown] : []
    },
    streamChat: async (request, signal, take) => {
      for (const [index, target] of targets.entries()) {
        const { provider, model } = target
        const isLast = index === targets.length - 1
        const asked = {
          ...request,
          model,
          messages: withoutFields(request.messages, handsBack, provider.handsBack ?? []),
        }
        const price = findPrice(provider, model)
        const attempt = createAttempt(`${provider.id}/${model}`, { take, price, signal })
        if (!isLast) attempt.limitWait(timeoutSeconds * 1000)
        try {
          await provider.streamChat(asked, attempt.signal, attempt.take)
          return await attempt.finish()
        } catch (error) {
          const isOwnEnd = attempt.signal.aborted && !signal.aborted
          if (attempt.hasBegun()) await attempt.finish()
          const canGoOn = !isLast && !signal.aborted && !attempt.hasBegun()
          if (!canGoOn || !(isOwnEnd || canFallBack(error))) throw error
        } finally {
          attempt.close()
        }
      }
      throw new HttpError('unknown_model', `No model of the alias “${name}” can be used.`)
    },
  }
}

type AttemptOptions = {
  take: TakeDelta
  price: Promise<ChatPrice | undefined>
  signal: AbortSignal
}

function createAttempt(answeredBy: string, { take, price, signal }: AttemptOptions) {
  const abort = new AbortController()
  const both = AbortSignal.any([signal, abort.signal])
  let timer: NodeJS.Timeout | undefined
  let hasBegun = false
  let usage: ChatDelta['usage']
  let leftOut: ChatDelta['leftOut']
  const known = price.catch(() => undefined)
  return {
    signal: both,
    hasBegun: () => hasBegun,
    limitWait: (ms: number) => {
      timer = setTimeout(() => abort.abort(tooSlow(answeredBy, ms)), ms)
    },
    take: (delta: ChatDelta) => {
      // Usage and omitted fields are kept until the first text, because the model may still fail.
      const { usage: told, leftOut: left, ...said } = delta
      usage = told ?? usage
      leftOut = left ?? leftOut
      if (!hasContent(said)) return undefined
      if (!hasBegun) {
        hasBegun = true
        clearTimeout(timer)
        void take({ answeredBy, ...(leftOut && { leftOut }) })
      }
      return take(said)
    },
    finish: async () => {
      if (!hasBegun) await take({ answeredBy })
      hasBegun = true
      if (usage) await take({ usage: addCost(usage, await known) })
    },
    close: () => clearTimeout(timer),
  }
}

const tooSlow = (model: string, ms: number) =>
  new HttpError('timed_out', `${model} sent nothing within ${ms / 1000} s.`)

const hasContent = (delta: ChatDelta): boolean =>
  Object.values(delta).some((value) => value !== undefined && value !== '')

/**
 * Removes message fields of other services from a request, because strict services refuse unknown
 * fields.
 */
function withoutFields(
  messages: readonly ChatRequestMessage[],
  all: readonly string[],
  own: readonly string[],
): ChatRequestMessage[] {
  const foreign = new Set(all.filter((name) => !own.includes(name)))
  if (foreign.size === 0) return [...messages]
  return messages.map(
    (message) =>
      Object.fromEntries(
        Object.entries(message).filter(([name]) => !foreign.has(name)),
      ) as ChatRequestMessage,
  )
}

type Usage = NonNullable<ChatDelta['usage']>

/**
 * Adds the cost in US dollars to the usage, at the price of the model that answered. A cost that
 * the service reports takes precedence over the computed cost.
 */
function addCost(usage: Usage, price: ChatPrice | undefined): Usage {
  if (!price || isPriceUnknown(price) || readCostUsd(usage) > 0) return usage
  const counted = toUsage(usage)
  const cost =
    counted && price.currency === 'USD'
      ? (computeCost({ ...counted, ...usageDetails(usage) }, price)?.amount ?? 0)
      : answerUsd({ usage, isWhole: true, promptTokens: 0, answerTokens: 0, price })
  return cost > 0 ? { ...usage, cost } : usage
}
