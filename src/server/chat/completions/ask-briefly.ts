import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { log } from '../../observability/log.ts'

/** Maximum length of an answer in characters. Longer answers are cut. */
const answerLengthMax = 2_000

type FoundModel = Awaited<ReturnType<Catalogue['chat']>>
type Ask = { prompt: string; waitMs: number; signal: AbortSignal }

/**
 * Asks the model that a person chose for chat titles, usually a cheap and fast model. Returns
 * nothing if no model is chosen or the model fails.
 */
export async function askCheapModel(
  catalogue: Pick<Catalogue, 'chat' | 'defaultFor'>,
  ask: Ask,
): Promise<string | undefined> {
  const modelId = catalogue.defaultFor('titles')
  if (modelId === undefined) return undefined
  try {
    const found = await catalogue.chat(modelId, ask.signal)
    return found.provider.isFallback ? undefined : await askBriefly(found, ask)
  } catch (error) {
    ask.signal.throwIfAborted()
    log().warn({ modelId, error }, 'The model for titles did not answer.')
    return undefined
  }
}

/**
 * Returns a short answer of a model.
 * @throws {HttpError} the provider's error, or `timed_out`.
 */
export async function askBriefly(
  { provider, model }: FoundModel,
  { prompt, waitMs, signal }: Ask,
): Promise<string> {
  const request = { model, messages: [{ role: 'user', content: prompt }] }
  const silence = AbortSignal.timeout(waitMs)
  const enough = new AbortController()
  let answer = ''
  try {
    const ends = AbortSignal.any([signal, silence, enough.signal])
    await provider.streamChat(request, ends, ({ text: words = '' }) => {
      answer += words
      if (answer.length > answerLengthMax) enough.abort()
      return undefined
    })
  } catch (error) {
    if (!enough.signal.aborted) {
      if (!silence.aborted || signal.aborted) throw error
      throw new HttpError('timed_out', 'The model did not answer in time.', { cause: error })
    }
  }
  return answer
}
