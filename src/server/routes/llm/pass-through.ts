import { toStatusCode } from '../../http/status-code.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import type { Context } from 'hono'
import { cutText } from '#lib/cut-text.ts'
import { isRecord } from '#lib/fields.ts'
import { setOwn } from '#lib/own-value.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { canFallBack } from '../../chat/aliases/can-fall-back.ts'
import { onHangUp } from '../../http/connection.ts'
import { readBody } from '../../http/body/read-body.ts'
import { HttpError } from '../../errors/http-error.ts'
import { JsonLimitError, usualJsonLimits, type JsonLimits } from '../../json/json-limits.ts'
import { encodeJson } from '../../json/encode-json.ts'
import { parseAnswer, parseJson } from '../../json/parse-json.ts'
import { noteStream } from '../../http/open-streams.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import { secretsIn, withHeaders } from '../../providers/openai/client-connection.ts'
import { keyHeader } from '../../providers/openai/openai-client.ts'
import { hideInternalsIn } from '../../providers/openai/hide-internals.ts'
import { readLimited } from '../../providers/openai/limited-body.ts'
import { refusal, timedOut, unreachable } from '../../providers/openai/upstream-errors.ts'
import { completionBytesMax, getRequestedModel } from './completion-request.ts'
import type { Endpoint } from './endpoints.ts'
import { isMessagesPath, toLlmError } from './errors.ts'
import { findUpstreams, type FoundUpstream, type UpstreamSources } from './find-upstream.ts'
import { freeBill, openForwardBill } from './forward-bill.ts'
import { forwardInTurn } from './forward-in-turn.ts'
import { refuseHostedTools } from './hosted-tools.ts'
import { refuseWebFiles } from './web-files.ts'
import { createUsageReader, type UsageReader } from './usage-reader.ts'

/** Maximum time without data before and within an answer, in milliseconds. */
const usualIdleMs = 120_000
const refusalBytesMax = 64 * 1024
/**
 * Memory per byte of a body, which is in memory four times: as received, as a copy for the parser's
 * thread, as text and as values.
 */
const memoryPerByte = 4
/** JSON limits with longer arrays than usual, because a text may be an array of token numbers. */
const limits: JsonLimits = { ...usualJsonLimits, entriesMax: usualJsonLimits.valuesMax }
/** Options that SDKs also send in the query of the URL. */
const queryNames = ['stream', 'beta']

/**
 * The only request headers that are forwarded, so that the client's key and cookies are not. Some
 * are for single services that reject requests without them.
 */
const requestHeaders = [
  'accept',
  'anthropic-beta',
  'anthropic-version',
  'content-type',
  'idempotency-key',
  'openai-beta',
  'x-project',
  'x-source',
  'x-trace-id',
]
const responseHeaders = ['content-type', 'cache-control', 'retry-after', 'request-id']

type PassThroughOptions = { sources: UpstreamSources; path: string; endpoint: Endpoint }

/**
 * Forwards a request to the connection of its model and returns the response. Only the headers and
 * the model's name change. The handler throws {HttpError} as `findUpstreams`, `bad_request` for
 * requests whose cost cannot be counted, and errors for services that do not respond.
 */
export const passThrough =
  ({ sources, path, endpoint }: PassThroughOptions) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const read = await readRequest(c)
    const modelId = getRequestedModel(read.request, c.req.header('x-model'))
    const order = await findUpstreams(sources, modelId, endpoint.offers)
    return forwardInTurn(order, (found, firstByteMs) =>
      forwardTo(c, read, { found, path, endpoint, firstByteMs }),
    )
  }

export async function forwardTo(
  c: Context<ApiClientEnv>,
  read: ReadRequest,
  {
    found,
    path,
    endpoint,
    firstByteMs,
  }: {
    found: FoundUpstream
    path: string
    endpoint: Pick<Endpoint, 'hasWords' | 'isFree'> & Pick<ForwardTo, 'flatUsd' | 'idleMs'>
    firstByteMs?: number | undefined
  },
): Promise<Response> {
  const { upstream, model, provider } = found
  const { service, apiKey, headers, isInPrivateNetwork } = upstream
  const key = keyHeader(apiKey, upstream)
  const named = c.req.header('x-model') === undefined ? {} : { 'X-Model': model }
  return forward(c, await withModel(read, model), {
    service,
    url: upstream.urlOf(path),
    modelId: `${service.id}/${model}`,
    headers: { ...withHeaders(key, headers), ...named },
    secrets: [...(apiKey ? [apiKey] : []), ...secretsIn(headers)],
    hasWords: endpoint.hasWords,
    isFree: endpoint.isFree,
    ...(endpoint.flatUsd !== undefined && { flatUsd: endpoint.flatUsd }),
    ...(endpoint.idleMs !== undefined && { idleMs: endpoint.idleMs }),
    firstByteMs,
    isInPrivateNetwork,
    ...(provider && { provider }),
  })
}

export async function withModel(read: ReadRequest, model: string): Promise<ReadRequest> {
  if (read.request['model'] === model) return read
  const request = { ...read.request, model }
  return { request, body: Buffer.concat(await encodeJson(request)) }
}

export type ForwardTo = {
  service: UpstreamService
  url: string
  modelId?: string
  provider?: ChatProvider
  headers: Readonly<Record<string, string>>
  secrets: readonly string[]
  hasWords: boolean
  isFree?: boolean | undefined
  /**
   * US dollars that are charged if the answer reports no tokens. If absent, the text of the answer
   * is charged.
   */
  flatUsd?: number
  idleMs?: number
  /** Maximum wait for the first byte, in milliseconds, if another model can answer instead. */
  firstByteMs?: number | undefined
  isInPrivateNetwork?: (() => Promise<boolean>) | undefined
}

export async function forward(
  c: Context<ApiClientEnv>,
  { body, request }: ReadRequest,
  to: ForwardTo,
): Promise<Response> {
  const { service, hasWords, isFree = false, idleMs = usualIdleMs, firstByteMs } = to
  const waitMs = firstByteMs ?? idleMs
  const client = c.get('apiClient')
  if (client.isMetered) refuseHostedTools(request)
  if (hasWords && (await to.isInPrivateNetwork?.())) refuseWebFiles(request)
  const gone = new AbortController()
  const silence = new AbortController()
  const hangUp = () => gone.abort()
  const closeStream = await client.openStream()
  const stopListening = onHangUp(c, hangUp)
  const { signal: revoked } = client.revocation
  revoked.addEventListener('abort', hangUp, { once: true })
  const leave = () => {
    closeStream()
    stopListening()
    revoked.removeEventListener('abort', hangUp)
  }
  const { signal: abandoned } = gone
  const opening = isFree ? freeBill : openForwardBill(client, { ...to, body, request, abandoned })
  const bill = await opening.catch((error: unknown) => {
    leave()
    throw error
  })
  let timer = setTimeout(() => silence.abort(), waitMs)
  const finish = (close: () => unknown): unknown => {
    clearTimeout(timer)
    leave()
    gone.abort()
    return close()
  }
  try {
    if (revoked.aborted) hangUp()
    if (abandoned.aborted) {
      finish(bill.closeUncharged)
      abandoned.throwIfAborted()
    }
    const signal = AbortSignal.any([gone.signal, silence.signal])
    const response = await send(c, to, { body, signal })
    const { status } = response
    if (status >= 300) {
      const relayed = await relayRefusal(c, response, to)
      finish(bill.closeUncharged)
      return relayed
    }
    const headers = pick(response.headers, responseHeaders)
    if (!response.body) {
      finish(bill.closeUncharged)
      return c.newResponse(null, toStatusCode(status), headers)
    }
    const usage = createUsageReader(headers['content-type'] ?? '', to)
    const reader = response.body.getReader()
    // Another model can still answer until the first byte has arrived.
    const first = firstByteMs === undefined ? undefined : await reader.read()
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), idleMs)
    const handed = handOn(c, reader, {
      first,
      timer,
      usage,
      finish: () => finish(() => bill.close(status, usage)),
    })
    return c.newResponse(handed, toStatusCode(status), headers)
  } catch (error) {
    const isGone = gone.signal.aborted
    const isSilent = silence.signal.aborted
    // The service may bill a request even if no answer arrived. If another model is asked next,
    // only the other model's answer is charged.
    const isUnknown = isGone || (isSilent && firstByteMs === undefined)
    // `closeUncharged` releases the reservation, so that the next model can reserve.
    await finish(isUnknown ? bill.closeUnknown : bill.closeUncharged)
    revoked.throwIfAborted()
    if (isSilent) throw timedOut(service, waitMs)
    if (isGone) throw error
    throw unreachable(service, error)
  }
}

const send = (
  c: Context<ApiClientEnv>,
  { url, headers }: ForwardTo,
  { body, signal }: { body: Buffer; signal: AbortSignal },
) =>
  upstreamFetch(url + getQuery(c), {
    method: 'POST',
    headers: {
      ...pick(c.req.raw.headers, requestHeaders),
      'User-Agent': 'Bozzetto/0.1',
      'X-Request-Id': c.get('requestId') ?? '',
      ...headers,
    },
    body,
    // Redirects are not followed, because a redirect would send the key or the prompt to another
    // host.
    redirect: 'manual',
    signal,
  })

/**
 * Returns the service's error response to the client, without the server's keys.
 * @throws {HttpError} if the error must not be passed on (unknown format, or about the server's
 * key), or if another model can be tried.
 */
async function relayRefusal(
  c: Context<ApiClientEnv>,
  response: Response,
  { service, secrets, firstByteMs }: ForwardTo,
): Promise<Response> {
  const { status } = response
  const text = await readLimited(response, refusalBytesMax)
  const refused = refusal(service, response, { text, secrets, requestId: c.get('requestId') })
  const said = toRelayedError(text, { path: c.req.path, secrets, refused })
  // Errors in an unknown format and errors about the server's own key are replaced by this server's
  // message.
  if (!said || refused.upstream?.status !== status) throw refused
  if (firstByteMs !== undefined && canFallBack(refused)) throw refused
  return c.newResponse(said, toStatusCode(status), relayedHeaders(response))
}

const relayedHeaders = ({ headers }: Response) => ({
  ...pick(headers, responseHeaders),
  'content-type': 'application/json',
})

/**
 * Returns a service's error without keys and internal addresses, or `undefined` if the error does
 * not have the path's error format.
 */
function toRelayedError(
  text: string,
  { path, secrets, refused }: { path: string; secrets: readonly string[]; refused: HttpError },
): string | undefined {
  let body: unknown
  try {
    body = parseAnswer(text)
  } catch {
    return undefined
  }
  if (!isRecord(body) || !isRecord(body['error'])) return undefined
  if (isMessagesPath(path) && body['type'] !== 'error') return undefined
  if (isMessagesPath(path)) return JSON.stringify(hideInternalsIn(body, secrets))
  // Replaces only the fields that OpenAI's format defines, and keeps the service's other fields.
  const { message, type, param, code } = toLlmError(refused).error
  const error = { ...body['error'], message, type, param, code }
  return JSON.stringify(hideInternalsIn({ ...body, error, message }, secrets))
}

type JsonObject = Record<string, unknown>

export type ReadRequest = { body: Buffer; request: JsonObject }

/**
 * Reads and checks the body of a request.
 * @throws {HttpError} `too_large`, or `bad_request` if the body is not a JSON object or its cost
 * cannot be counted.
 */
export async function readRequest(c: Context): Promise<ReadRequest> {
  if (c.req.header('content-encoding') !== undefined) {
    throw new HttpError('bad_request', 'Send the body without Content-Encoding.')
  }
  const bytes = await readBody(c, completionBytesMax, { memoryPerByte })
  // The buffer shares the memory of `bytes`, because copies of 32 MB for many requests would
  // exhaust the memory.
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let request: unknown
  try {
    request = await parseJson(body, limits, { isKept: true })
  } catch (cause) {
    const what = cause instanceof JsonLimitError ? cause.message : 'is not valid JSON'
    throw new HttpError('bad_request', `The body ${what}.`, { cause })
  }
  if (!isRecord(request)) {
    throw new HttpError('bad_request', 'The body must be a JSON object.')
  }
  if (request['background'] === true) {
    throw new HttpError(
      'bad_request',
      'background: background answers are not supported. Leave it out.',
    )
  }
  return { body, request }
}

function getQuery(c: Context): string {
  const query = new URLSearchParams()
  for (const name of queryNames) {
    const value = c.req.query(name)
    if (value !== undefined) query.set(name, value)
  }
  return query.size > 0 ? `?${query.toString()}` : ''
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

type HandOnOptions = {
  first: Awaited<ReturnType<Reader['read']>> | undefined
  timer: NodeJS.Timeout
  usage: UsageReader
  finish: () => void
}

/**
 * Streams the bytes unchanged. Each chunk restarts the timer, and a revoked key ends the stream.
 */
function handOn(
  c: Context,
  reader: Reader,
  { first, timer, usage, finish }: HandOnOptions,
): ReadableStream<Uint8Array> {
  let next = first
  let forget: (() => void) | undefined
  const end = () => {
    forget?.()
    finish()
  }
  return new ReadableStream({
    start(controller) {
      forget = noteStream(c, () => {
        controller.error(new HttpError('unauthorized', 'The key was revoked.'))
        end()
      })
    },
    async pull(controller) {
      try {
        timer.refresh()
        const { done, value } = next ?? (await reader.read())
        next = undefined
        if (!done) {
          usage.add(value)
          return controller.enqueue(value)
        }
        controller.close()
        end()
      } catch (error) {
        // Breaks the connection, so that no client takes the partial answer for a complete answer.
        controller.error(error)
        end()
      }
    },
    async cancel() {
      end()
      // `end()` aborts the request, which makes this call reject.
      await reader.cancel().catch(() => {})
    },
  })
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) setOwn(picked, name, value)
  }
  return picked
}

export const createUnknownPathError = (path: string): HttpError =>
  new HttpError(
    'not_found',
    `There is nothing at /llm${cutText(path, 200)}. Chat is at POST /llm/chat/completions, the models at GET /llm/v1/models.`,
  )
