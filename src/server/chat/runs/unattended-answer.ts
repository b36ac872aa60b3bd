import { formatMoney } from '#lib/money.ts'
import type { ChatPrice } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { ChatDelta, ChatProvider } from '../../ports/chat-provider.ts'
import type { Unattended } from '../../store/schema.ts'
import { answerUsd, estimatePromptTokens, estimateTokens } from '../completions/answer-price.ts'
import type { CallPermission } from '../tools/tool.ts'

type UnattendedAnswer = {
  provider: ChatProvider
  /**
   * Returns why a tool call is refused, or undefined if it may run. Counts the price of a call that
   * may run.
   */
  refuse: (call: CallPermission & { isAllowed: boolean }) => string | undefined
}

/**
 * Limits an answer that nobody watches: it stops at its cost limit, and tool calls that would ask a
 * person are refused.
 * @param options.price of the model. If undefined, a high price is assumed.
 * @param options.spentUsd cost of the answer before a restart.
 */
export function createUnattendedAnswer(
  provider: ChatProvider,
  { usdMax }: Unattended,
  { price, spentUsd }: { price: ChatPrice | undefined; spentUsd: number },
): UnattendedAnswer {
  let spent = spentUsd
  const refuse: UnattendedAnswer['refuse'] = ({ asks, isAllowed, price: cost, priceUsd }) => {
    if (asks && !isAllowed) {
      return 'This call needs approval. Nobody watches this answer, and the schedule does not allow this tool.'
    }
    if (cost === undefined || usdMax === undefined) return undefined
    if (priceUsd === undefined) {
      return 'The schedule has a limit in US dollars, and this call’s cost in dollars is unknown.'
    }
    if (spent + priceUsd > usdMax) return `This call would exceed the limit of ${toUsd(usdMax)}.`
    spent += priceUsd
    return undefined
  }
  if (usdMax === undefined || provider.isFree) return { provider, refuse }
  return { provider: { ...provider, streamChat: streamWithin }, refuse }

  async function streamWithin(...[request, signal, take]: Parameters<ChatProvider['streamChat']>) {
    const promptTokens = await estimatePromptTokens(await encodeJson(request))
    const seen: { usage: ChatDelta['usage']; answerTokens: number } = {
      usage: undefined,
      answerTokens: 0,
    }
    const toCost = (isWhole: boolean) =>
      answerUsd({ ...seen, isWhole, promptTokens, ...(price && { price }) })
    const before = spent
    const isOver = () => before + toCost(false) > (usdMax ?? Infinity)
    if (isOver()) throw limitReached(usdMax ?? 0)
    const stop = new AbortController()
    let isWhole = false
    try {
      await provider.streamChat(request, AbortSignal.any([signal, stop.signal]), (delta) => {
        seen.usage = delta.usage ?? seen.usage
        seen.answerTokens += estimateTokens((delta.text ?? '') + (delta.reasoning ?? ''))
        if (isOver()) stop.abort(limitReached(usdMax ?? 0))
        return take(delta)
      })
      isWhole = true
      // Without reported usage, the estimate counts towards the limits of the schedule.
      if (!seen.usage) await take({ usage: { cost: toCost(true) } })
    } catch (error) {
      throw stop.signal.aborted && !signal.aborted ? stop.signal.reason : error
    } finally {
      spent = before + toCost(isWhole)
    }
  }
}

const toUsd = (amount: number): string => formatMoney({ amount, currency: 'USD' })

const limitReached = (usdMax: number): HttpError =>
  new HttpError(
    'over_quota',
    `The answer reached the limit of ${toUsd(usdMax)} per run and was stopped. Raise the limit, or choose a cheaper model.`,
  )
