import type { Context } from 'hono'
import { newId } from '#lib/id.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { estimatePromptTokens } from '../../chat/completions/answer-price.ts'
import { createMessageWriter, createWholeMessage } from '../../chat/completions/message-form.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { FetchPicture } from '../../files/pictures/fetch-picture.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { LlmUpstream } from '../../ports/upstream-service.ts'
import { answerChat, type AnswerForm } from './answer-chat.ts'
import type { Endpoint } from './endpoints.ts'
import { toMessagesError } from './errors.ts'
import { toChatRequest } from './messages-request.ts'
import { forward, passThrough, readRequest, type ReadRequest } from './pass-through.ts'

type MessagesOptions = {
  catalogue: Catalogue
  fetchPicture: FetchPicture
  llmUpstream: () => LlmUpstream | undefined
  path: string
  endpoint: Endpoint
}

/**
 * `POST …/messages`: every model in Anthropic's form. A service that speaks it gets the request as it
 * is, any other one translated. A model that nobody lists is left to the gateway, which may know it.
 */
export const answerMessages =
  ({ catalogue, fetchPicture, llmUpstream, path, endpoint }: MessagesOptions) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const read = await readRequest(c)
    const { model: modelId } = read.request
    const found =
      typeof modelId === 'string' && modelId !== ''
        ? await findModel(catalogue, modelId, llmUpstream() !== undefined)
        : undefined
    if (!found) return passThrough(llmUpstream, path, endpoint)(c, read)
    const { provider, model } = found
    const native = provider.messages
    if (!native) {
      const { request, isStream } = toChatRequest(read.request)
      const form = formOf(String(modelId))
      return answerChat(
        c,
        { catalogue, fetchPicture },
        { modelId: request.model, request, isStream, form },
      )
    }
    return forward(c, await withModel(read, model), {
      service: native.service,
      url: native.url,
      modelId: `${provider.id}/${model}`,
      headers: native.headers(c.req.header('anthropic-version')),
      secrets: native.secrets,
      hasWords: endpoint.hasWords,
      isInPrivateNetwork: provider.isInPrivateNetwork,
    })
  }

/** Statuses of a server that cannot count. */
const cannotCount = [404, 405, 501]

/**
 * `POST …/messages/count_tokens`: how many tokens a request would have. A service that counts is asked,
 * for any other model it is an estimate, rather too high than too low.
 */
export const countTokens =
  ({ catalogue, llmUpstream, path, endpoint }: Omit<MessagesOptions, 'fetchPicture'>) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const read = await readRequest(c)
    const { model: modelId } = read.request
    if (typeof modelId !== 'string' || modelId === '') {
      throw new HttpError('bad_request', 'model: name a model.')
    }
    const found = await findModel(catalogue, modelId, llmUpstream() !== undefined)
    if (!found) return passThrough(llmUpstream, path, endpoint)(c, read)
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

async function findModel(catalogue: Catalogue, modelId: string, mayForward: boolean) {
  try {
    return await catalogue.chat(modelId, AbortSignal.timeout(findMs))
  } catch (error) {
    const isUnknown = error instanceof HttpError && error.code === 'unknown_model'
    if (isUnknown && mayForward) return undefined
    throw error
  }
}

/** Longest wait for the lists, where a model is named without its connection. */
const findMs = 15_000

/** The same request, naming the model as its service does. */
async function withModel(read: ReadRequest, model: string): Promise<ReadRequest> {
  if (read.request['model'] === model) return read
  const request = { ...read.request, model }
  return { request, body: Buffer.concat(await encodeJson(request)) }
}

const formOf = (model: string): AnswerForm => {
  const head = { id: `msg_${newId()}`, model }
  return {
    openWhole: () => createWholeMessage(head),
    openWriter: () => createMessageWriter(head),
    last: '',
    toError: toMessagesError,
  }
}
