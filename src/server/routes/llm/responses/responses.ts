import type { Context } from 'hono'
import { isRecord, type Fields } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import type { ApiClientEnv } from '../../../access/keys/api-keys.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { FetchPicture } from '../../../files/pictures/fetch-picture.ts'
import { canFallBack } from '../../../chat/aliases/can-fall-back.ts'
import { answerChat, type AnswerForm } from '../answer-chat.ts'
import { getRequestedModel } from '../completion-request.ts'
import type { Endpoint } from '../endpoints.ts'
import { toLlmError } from '../errors.ts'
import { findMs, type UpstreamSources } from '../find-upstream.ts'
import { withModelHeader } from '../model-header.ts'
import { forwardTo, readRequest, type ReadRequest } from '../pass-through.ts'
import type { ResponseHead } from './response-object.ts'
import {
  parseResponseRequest,
  toResponseChatRequest,
  toItems,
  type ResponseRequest,
} from './response-request.ts'
import { responseIdPrefix, type ResponseStore } from './response-store.ts'
import { createResponseWriter, type ResponseWriterOptions } from './response-writer.ts'
import type { Catalogue } from '../../../models/catalogue.ts'

export type ResponsesOptions = {
  sources: UpstreamSources & { catalogue: Catalogue }
  fetchPicture: FetchPicture
  store: ResponseStore
  path: string
  endpoint: Endpoint
}

/**
 * Handles `POST …/responses` for every chat model. The request is converted to a chat request,
 * except for services with a Responses API. The models of an alias are tried in order.
 */
export const answerResponse =
  (options: ResponsesOptions) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const { sources, path, endpoint } = options
    const read = await readRequest(c)
    const modelId = getRequestedModel(read.request, c.req.header('x-model'))
    const isContinued = isOurs(read.request['previous_response_id'])
    for (const target of await findTargets(sources.catalogue, modelId)) {
      const { provider, model, chat, firstByteMs } = target
      const upstream = sources.llmUpstreams().find(({ service }) => service.id === provider.id)
      if (!upstream?.hasResponses || isContinued)
        return translate(c, options, { read, modelId, chat })
      try {
        const found = { upstream, model, provider }
        const response = await forwardTo(c, read, { found, path, endpoint, firstByteMs })
        return target.isOfAlias ? withModelHeader(response, `${provider.id}/${model}`) : response
      } catch (error) {
        // The request is converted if the service is an older version without this endpoint.
        if (isUnknownAddress(error)) return translate(c, options, { read, modelId, chat })
        if (firstByteMs === undefined || !canFallBack(error)) throw error
      }
    }
    throw new Error('There is no model to ask.')
  }

type Found = Awaited<ReturnType<Catalogue['chat']>>

type Target = Found & {
  chat: Found
  isOfAlias: boolean
  /**
   * Maximum wait for the first byte of the response, in milliseconds, before the next model of an
   * alias is tried. Absent if there is no next model.
   */
  firstByteMs?: number
}

async function findTargets(catalogue: Catalogue, modelId: string): Promise<Target[]> {
  const signal = AbortSignal.timeout(findMs)
  const found = await catalogue.chat(modelId, signal)
  const { alias } = found.provider
  if (!alias) return [{ ...found, chat: found, isOfAlias: false }]
  return Promise.all(
    alias.modelIds.map(async (id, index) => ({
      ...(await catalogue.chat(id, signal)),
      chat: { provider: alias.startAt(index), model: found.model },
      isOfAlias: true,
      ...(index < alias.modelIds.length - 1 && { firstByteMs: alias.timeoutMs }),
    })),
  )
}

const isUnknownAddress = (error: unknown): boolean =>
  error instanceof HttpError && error.upstream?.code === 'provider_refused'

const isOurs = (id: unknown): boolean => typeof id === 'string' && id.startsWith(responseIdPrefix)

type Asked = { read: ReadRequest; modelId: string; chat: Found }

function translate(
  c: Context<ApiClientEnv>,
  { fetchPicture, store }: ResponsesOptions,
  { read, modelId, chat: found }: Asked,
): Promise<Response> {
  const { provider } = found
  const request = parseResponseRequest(read.request)
  const owner = c.get('apiClient').issuer
  const own = toItems(request)
  const items = store.resolve(owner, request.previous_response_id, own)
  const input = items.slice(items.length - own.length)
  const { chat, names } = toResponseChatRequest(request, {
    items,
    provider: provider.id,
    isCodex: isCodex(c, read.request),
  })
  const isStored = request.store !== false && store.hasRoomFor([...input, echoedFields(request)])
  const head: ResponseHead = {
    id: `${responseIdPrefix}${newId()}`,
    createdAt: Math.floor(Date.now() / 1000),
    model: modelId,
    request,
    isStored,
  }
  const previousId = request.previous_response_id ?? null
  const keep = (output: readonly Fields[], json: string) => {
    if (isStored) store.keep(owner, { id: head.id, previousId, input, output, json })
  }
  return answerChat(
    c,
    { catalogue: { chat: async () => found }, fetchPicture },
    {
      modelId,
      request: { ...chat, model: modelId },
      isStream: request.stream === true,
      form: toForm({
        head,
        names,
        provider: provider.id,
        handsBack: provider.handsBack ?? [],
        onEnd: keep,
      }),
    },
  )
}

function echoedFields(request: ResponseRequest): Fields {
  const { input: _, ...echoed } = request
  return echoed
}

/**
 * Returns whether Codex sent the request. Codex sends hosted tools with every request and also
 * works without them.
 */
const isCodex = (c: Context, request: Fields): boolean =>
  /^codex/i.test(c.req.header('originator') ?? c.req.header('user-agent') ?? '') ||
  isRecord(request['client_metadata'])

const toForm = (options: ResponseWriterOptions): AnswerForm => ({
  openWhole(model = options.head.model) {
    const writer = createResponseWriter({ ...options, head: { ...options.head, model } })
    return {
      add: (delta) => void writer.add(delta),
      end: () => {
        writer.end()
        const whole: object = JSON.parse(writer.whole())
        return whole
      },
    }
  },
  openWriter: (model = options.head.model) =>
    createResponseWriter({ ...options, head: { ...options.head, model } }),
  last: '',
  toError: toLlmError,
})
