import type { Context } from 'hono'
import { isRecord, type Fields } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import type { ApiClientEnv } from '../../../access/keys/api-keys.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { FetchPicture } from '../../../files/pictures/fetch-picture.ts'
import type { ChatProvider } from '../../../ports/chat-provider.ts'
import { answerChat, type AnswerForm } from '../answer-chat.ts'
import { modelOf } from '../completion-request.ts'
import type { Endpoint } from '../endpoints.ts'
import { toLlmError } from '../errors.ts'
import { findMs, type UpstreamSources } from '../find-upstream.ts'
import { forwardTo, readRequest, type ReadRequest } from '../pass-through.ts'
import type { ResponseHead } from './response-object.ts'
import { parseResponseRequest, toChatRequest, toItems } from './response-request.ts'
import type { ResponseStore } from './response-store.ts'
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
 * `POST …/responses` for every chat model. Services that offer Responses themselves get the request as it is,
 * all others translated to a chat.
 */
export const answerResponse =
  (options: ResponsesOptions) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const { sources, path, endpoint } = options
    const read = await readRequest(c)
    const modelId = modelOf(read.request, c.req.header('x-model'))
    const { provider, model } = await sources.catalogue.chat(modelId, AbortSignal.timeout(findMs))
    const upstream = sources.llmUpstreams().find(({ service }) => service.id === provider.id)
    if (upstream?.hasResponses && !isOurs(read.request['previous_response_id'])) {
      try {
        return await forwardTo(c, read, { found: { upstream, model, provider }, path, endpoint })
      } catch (error) {
        // An older server of this kind may not know the address yet.
        if (!isUnknownAddress(error)) throw error
      }
    }
    return translate(c, options, { read, modelId, provider })
  }

const isUnknownAddress = (error: unknown): boolean =>
  error instanceof HttpError && error.upstream?.code === 'provider_refused'

const idPrefix = 'resp_bz'
const isOurs = (id: unknown): boolean => typeof id === 'string' && id.startsWith(idPrefix)

type Asked = { read: ReadRequest; modelId: string; provider: ChatProvider }

function translate(
  c: Context<ApiClientEnv>,
  { sources, fetchPicture, store }: ResponsesOptions,
  { read, modelId, provider }: Asked,
): Promise<Response> {
  const request = parseResponseRequest(read.request)
  const owner = c.get('apiClient').issuer
  const own = toItems(request)
  const items = store.resolve(owner, request.previous_response_id, own)
  const input = items.slice(items.length - own.length)
  const { chat, names } = toChatRequest(request, {
    items,
    provider: provider.id,
    isCodex: isCodex(c, read.request),
  })
  const isStored = request.store !== false && store.hasRoomFor(input)
  const head: ResponseHead = {
    id: `${idPrefix}${newId()}`,
    createdAt: Math.floor(Date.now() / 1000),
    model: modelId,
    request,
    isStored,
  }
  const previousId = request.previous_response_id ?? null
  const keep = (output: readonly Fields[]) => {
    if (isStored) store.keep(owner, { id: head.id, previousId, input, output })
  }
  return answerChat(
    c,
    { catalogue: sources.catalogue, fetchPicture },
    {
      modelId,
      request: { ...chat, model: modelId },
      isStream: request.stream === true,
      form: formOf({
        head,
        names,
        provider: provider.id,
        handsBack: provider.handsBack ?? [],
        onEnd: keep,
      }),
    },
  )
}

/** Codex sends hosted tools with every request, and works without them. */
const isCodex = (c: Context, request: Fields): boolean =>
  /^codex/i.test(c.req.header('originator') ?? c.req.header('user-agent') ?? '') ||
  isRecord(request['client_metadata'])

const formOf = (options: ResponseWriterOptions): AnswerForm => ({
  openWhole(model = options.head.model) {
    const writer = createResponseWriter({ ...options, head: { ...options.head, model } })
    return {
      add: (delta) => void writer.add(delta),
      end: () => {
        writer.end()
        return JSON.parse(writer.whole()) as object
      },
    }
  },
  openWriter: (model = options.head.model) =>
    createResponseWriter({ ...options, head: { ...options.head, model } }),
  last: '',
  toError: toLlmError,
})
