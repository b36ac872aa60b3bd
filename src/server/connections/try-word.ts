import { trialQuestion, trialTokensMax, type TrialAnswer } from '#contract/connections.ts'
import { cutText } from '#lib/cut-text.ts'
import { computeCost, findPrice } from '../chat/completions/model-facts.ts'
import { usageDetails } from '../chat/completions/usage-details.ts'
import { readCostUsd, toUsage } from '../chat/completions/usage.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ChatDelta, ChatProvider } from '../ports/chat-provider.ts'
import { signalWithin } from '../process/signal-within.ts'

/** Maximum wait for the answer. The service may have to load the model from disk first. */
const answerMs = 180_000
const factsMs = 5_000
/**
 * Maximum length of the answer, in characters. The text is cut off here, because some models ignore
 * the limit in the request.
 */
const textLengthMax = 2_000

/**
 * Sends a model one short question.
 * @param provider absent if the connection has no chat models or cannot be used.
 * @throws {HttpError} `unknown_model` for a model of another provider, `timed_out`, and as
 * `ChatProvider.streamChat`.
 */
export async function sendTestQuestion(
  provider: ChatProvider | undefined,
  modelId: string,
  signal: AbortSignal,
): Promise<TrialAnswer> {
  if (!provider || !modelId.startsWith(`${provider.id}/`)) {
    throw new HttpError('unknown_model', 'This connection has no chat model with this id.')
  }
  const model = modelId.slice(provider.id.length + 1)
  const messages = [{ role: 'user', content: trialQuestion }]
  const startMs = performance.now()
  let text = ''
  let firstTokenMs: number | undefined
  let told: ChatDelta['usage']
  const take = (delta: ChatDelta) => {
    told = delta.usage ?? told
    if (delta.text || delta.reasoning) firstTokenMs ??= Math.round(performance.now() - startMs)
    if (delta.text && text.length < textLengthMax) text += delta.text
    return undefined
  }
  const within = signalWithin(answerMs, signal)
  try {
    await provider.streamChat({ model, messages, max_tokens: trialTokensMax }, within, take)
  } catch (error) {
    if (signal.aborted || !within.aborted) throw error
    throw new HttpError('timed_out', 'The model did not answer within three minutes.', {
      cause: error,
    })
  }
  const tookMs = Math.round(performance.now() - startMs)
  const counted = told && toUsage(told)
  const usage = counted && { ...counted, ...usageDetails(told ?? {}) }
  const costUsd = readCostUsd(told)
  const cost =
    costUsd > 0
      ? { amount: costUsd, currency: 'USD' }
      : computeCost(usage, await findPrice(provider, model, factsMs))
  return {
    text: cutText(text.trim(), textLengthMax),
    tookMs,
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(usage && { usage }),
    ...(cost && { cost }),
  }
}
