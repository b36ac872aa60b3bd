import type { Context } from 'hono'
import { newId } from '#lib/id.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { estimatePromptTokens } from '../../chat/completions/answer-price.ts'
import { createMessageWriter, createWholeMessage } from '../../chat/completions/message-form.ts'
import type { FetchPicture } from '../../files/pictures/fetch-picture.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { answerChat, type AnswerForm } from './answer-chat.ts'
import type { Endpoint } from './endpoints.ts'
import { toMessagesError } from './errors.ts'
import { parseMessagesRequest } from './messages-request.ts'
import { getRequestedModel } from './completion-request.ts'
import { findMs } from './find-upstream.ts'
import { forward, readRequest, withModel } from './pass-through.ts'

type MessagesOptions = {
  catalogue: Catalogue
  fetchPicture: FetchPicture
  endpoint: Endpoint
}

/**
 * Handles `POST …/messages` for every chat model. The request is converted, except for services
 * with Anthropic's protocol.
 */
export const answerMessages =
  ({ catalogue, fetchPicture, endpoint }: MessagesOptions) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const read = await readRequest(c)
    const modelId = getRequestedModel(read.request, c.req.header('x-model'))
    const { provider, model } = await catalogue.chat(modelId, AbortSignal.timeout(findMs))
    const native = provider.messages
    if (!native) {
      const { request, isStream } = parseMessagesRequest({ ...read.request, model: modelId })
      const form = getForm(modelId, isStream ? await estimatePromptTokens([read.body]) : 0)
      return answerChat(c, { catalogue, fetchPicture }, { modelId, request, isStream, form })
    }
    return forward(c, await withModel(read, model), {
      service: native.service,
      url: native.url,
      modelId: `${provider.id}/${model}`,
      headers: native.headers(c.req.header('anthropic-version')),
      secrets: native.secrets,
      hasWords: endpoint.hasWords,
      isInPrivateNetwork: provider.isInPrivateNetwork,
      provider,
    })
  }

const cannotCount = [404, 405, 501]

/**
 * Handles `POST …/messages/count_tokens`. If the service cannot count, the result is an estimate,
 * which is too high rather than too low.
 */
export const countTokens =
  ({ catalogue, endpoint }: Omit<MessagesOptions, 'fetchPicture'>) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const read = await readRequest(c)
    const modelId = getRequestedModel(read.request, c.req.header('x-model'))
    const found = await catalogue.chat(modelId, AbortSignal.timeout(findMs))
    const native = found.provider.messages
    if (native) {
      const counted = await forward(c, await withModel(read, found.model), {
        service: native.service,
        url: `${native.url}/count_tokens`,
        headers: native.headers(c.req.header('anthropic-version')),
        secrets: native.secrets,
        ...endpoint,
      })
      if (!cannotCount.includes(counted.status)) return counted
      await counted.body?.cancel()
    }
    return c.json({ input_tokens: await estimatePromptTokens([read.body]) })
  }

const getForm = (modelId: string, promptTokens: number): AnswerForm => {
  const id = `msg_${newId()}`
  return {
    openWhole: (model = modelId) => createWholeMessage({ id, model }),
    openWriter: (model = modelId) => createMessageWriter({ id, model }, promptTokens),
    last: '',
    toError: toMessagesError,
  }
}
