import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { newId } from '#lib/id.ts'
import type { ApiClientEnv } from '../../access/api-keys.ts'
import { completionChunks, wholeCompletion } from '../../chat/completion.ts'
import { HttpError, toHttpError } from '../../errors.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatDelta } from '../../providers/chat-provider.ts'
import { eventStream } from '../../sse.ts'
import { readJsonBody } from '../../validate.ts'
import { toLlmError } from './errors.ts'

const bodyBytesMax = 32 * 1024 * 1024

/** Fields that are not named here are handed to the service as they are. */
const completionSchema = z.looseObject({
  model: z.string().max(200).nullish(),
  messages: z
    .array(z.looseObject({ role: z.string() }), { error: 'must be a list of messages' })
    .min(1, 'must hold at least one message'),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, { error: 'must be 1: one answer for a request' }).nullish(),
})

type LlmRoutesOptions = {
  catalogue: Catalogue
  /** From `createKeyCheck`. */
  keyCheck: MiddlewareHandler<ApiClientEnv>
}

/** `/llm`: chat for API clients, in OpenAI's form. Nothing of it is stored. */
export const llmRoutes = ({ catalogue, keyCheck }: LlmRoutesOptions) => {
  const complete = async (c: Context<ApiClientEnv>): Promise<Response> => {
    const body = await readJsonBody(c, completionSchema, bodyBytesMax)
    const { stream, n: _, ...asked } = body
    const modelId = modelOf(asked.model, c.req.header('x-model'))
    const abort = new AbortController()
    const hangUp = () => abort.abort()
    c.req.raw.signal.addEventListener('abort', hangUp, { once: true })
    const closeStream = c.get('apiClient').openStream()
    const finish = () => {
      closeStream()
      c.req.raw.signal.removeEventListener('abort', hangUp)
      // What the service still sends is for nobody.
      abort.abort()
    }
    let isStreaming = false
    try {
      const { provider, model } = await catalogue.chat(modelId, abort.signal)
      const deltas = provider.streamChat({ ...asked, model }, abort.signal)
      const head = {
        id: `chatcmpl-${newId()}`,
        created: Math.floor(Date.now() / 1000),
        model: modelId,
      }
      if (!stream) return c.json(await wholeCompletion(head, deltas))

      // A service that refuses does so here, while there is still a status to say it with.
      const begun = await begin(deltas)
      const withUsage = asked.stream_options?.include_usage === true
      isStreaming = true
      return eventStream(c, async (send, signal) => {
        signal.addEventListener('abort', hangUp, { once: true })
        try {
          for await (const data of completionChunks(head, begun, withUsage)) await send({ data })
          await send({ data: '[DONE]' })
        } catch (thrown) {
          if (signal.aborted || abort.signal.aborted) return
          await send({ event: 'error', data: toLlmError(explain(c, thrown)) })
        } finally {
          finish()
        }
      })
    } finally {
      if (!isStreaming) finish()
    }
  }

  const listModels = async (c: Context<ApiClientEnv>) => {
    const { models } = await catalogue.list(c.req.raw.signal)
    const data = models
      .filter(({ kind }) => kind === 'chat')
      .map(({ id, provider }) => ({ id, object: 'model', created: 0, owned_by: provider }))
    return c.json({ object: 'list', data })
  }

  const app = new Hono<ApiClientEnv>().use(async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    // The app around may have made one already.
    const id = c.get('requestId') ?? (/^[\w.:-]{1,128}$/.test(given) ? given : newId())
    c.set('requestId', id)
    await next()
    c.header('X-Request-Id', id)
  })
  app.use(keyCheck)
  for (const path of ['/chat/completions', '/v1/chat/completions']) {
    app.post(path, complete).all(path, wrongMethod('POST'))
  }
  for (const path of ['/models', '/v1/models']) {
    app.get(path, listModels).all(path, wrongMethod('GET'))
  }
  app.all('*', () => {
    throw new HttpError(
      'not_found',
      'There is nothing at this address. Chat is at POST /llm/chat/completions, the models at GET /llm/v1/models.',
    )
  })
  app.onError((thrown, c) => {
    const error = explain(c, thrown)
    if (error.retryAfterSeconds !== undefined) {
      c.header('Retry-After', String(error.retryAfterSeconds))
    }
    if (error.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer')
    return c.json(toLlmError(error), error.status)
  })
  return app
}

/** The error that a caller may hear about; what nobody planned for goes to the log with the request's id. */
function explain(c: Context<ApiClientEnv>, thrown: unknown): HttpError {
  const error = toHttpError(thrown)
  const hasHungUp = thrown instanceof Error && thrown.name === 'AbortError'
  if (error.code === 'internal' && !hasHungUp) console.error(c.get('requestId'), thrown)
  return error
}

const wrongMethod = (allowed: string) => (c: Context) => {
  c.header('Allow', allowed)
  throw new HttpError('method_not_allowed', `Use ${allowed} at this address.`)
}

/** @throws {HttpError} `bad_request` when there is none, or when body and header name different ones. */
function modelOf(inBody: string | null | undefined, inHeader: string | undefined): string {
  if (inBody && inHeader && inBody !== inHeader) {
    throw new HttpError(
      'bad_request',
      `The body asks for the model “${inBody}” and the header X-Model for “${inHeader.slice(0, 200)}”. Name one.`,
    )
  }
  const model = inBody || inHeader
  if (!model) {
    throw new HttpError(
      'bad_request',
      'model: name a model, in the body or in the header X-Model. GET /llm/v1/models lists them.',
    )
  }
  return model
}

/** Waits for the first delta, and gives it back with all others. */
async function begin(deltas: AsyncIterable<ChatDelta>): Promise<AsyncIterable<ChatDelta>> {
  const iterator = deltas[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
}
