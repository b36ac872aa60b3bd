import { HttpError } from '../../errors/http-error.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import { idForUpstream } from '../../observability/request-context.ts'
import { readLimited } from '../openai/limited-body.ts'
import { refusal, timedOut, unreachable, webPage } from '../openai/upstream-errors.ts'
import { parseUpstreamId } from '../openai/upstream-id.ts'
import { parseAnswer } from '../../json/parse-json.ts'

/** Default maximum size of a response, well above the size of tasks and model lists. */
const usualBytesMax = 8 * 1024 * 1024
const readTimeoutMs = 30_000

export type ServiceAnswer = {
  response: Response
  text: string
  /** Request id from the service's response, otherwise the id that was sent. */
  requestId: string
}

type SendOptions = {
  method?: string
  /** A form, or JSON text unless `headers` contain another content type. */
  body?: string | Blob | FormData
  headers?: Record<string, string>
  signal: AbortSignal
  timeoutMs?: number
  bytesMax?: number
}

export type ServiceAccess = {
  service: UpstreamService
  root: string
  headers: Readonly<Record<string, string>>
  /** Texts such as the key, which are removed from all messages of the service. */
  secrets: readonly string[]
  /** Upper bound of all timeouts, in milliseconds. Only tests set it. */
  limitMs?: number | undefined
  modelBytesMax?: number | undefined
  findRefusal?: FindRefusal | undefined
}

/**
 * Returns the error in a response body, or `undefined` if the HTTP status alone shows the outcome.
 */
export type FindRefusal = (
  access: Pick<ServiceAccess, 'service' | 'secrets'>,
  answer: ServiceAnswer,
) => HttpError | undefined

/** HTTP client for one service. Each request is sent once. Connecting takes at most 10 s. */
export type ServiceHttp = ServiceAccess & {
  /**
   * Sends one request and reads the whole response. The caller checks the status.
   * @throws {RequestFailedError} if the response is incomplete.
   */
  send: (path: string, options: SendOptions) => Promise<ServiceAnswer>
  /**
   * Like `send`, for requests that are safe to repeat.
   * @throws {HttpError} if the response is incomplete.
   */
  ask: (path: string, options: SendOptions) => Promise<ServiceAnswer>
  /** @throws {HttpError} if the response is incomplete. */
  get: (path: string, signal: AbortSignal) => Promise<ServiceAnswer>
  /** @throws {HttpError} for a response with an error status or invalid JSON. */
  jsonOf: (answer: ServiceAnswer) => unknown
  /**
   * Sends one request and parses the JSON response.
   * @throws {HttpError} the errors of `get` and `jsonOf`.
   */
  json: (path: string, options: SendOptions) => Promise<unknown>
  /**
   * Reads JSON from a path that some gateways lack. `undefined` if the path does not exist or
   * returns a web page.
   * @throws {HttpError} the errors of `get` and `jsonOf`.
   */
  getJsonIfThere: (path: string, signal: AbortSignal) => Promise<unknown>
  open: (path: string, options: SendOptions) => Promise<Response>
}

export function createServiceHttp(access: ServiceAccess): ServiceHttp {
  const { service, root, secrets } = access

  const request = (
    path: string,
    requestId: string,
    { method = 'GET', body, headers, signal }: SendOptions,
  ): Promise<Response> =>
    upstreamFetch(`${root}${path}`, {
      method,
      headers: {
        // `fetch` sets the content type of a form, because this content type contains the form's
        // boundary.
        ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        Accept: 'application/json',
        'User-Agent': 'Bozzetto/0.1',
        'X-Request-Id': requestId,
        ...access.headers,
        ...headers,
      },
      ...(body !== undefined && { body }),
      // A redirect would send the key or the picture to another server.
      redirect: 'manual',
      signal,
    })

  async function send(path: string, options: SendOptions): Promise<ServiceAnswer> {
    const { signal, bytesMax = usualBytesMax } = options
    const timeoutMs = Math.min(options.timeoutMs ?? readTimeoutMs, access.limitMs ?? Infinity)
    const sentId = idForUpstream()
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await request(path, sentId, {
        ...options,
        signal: AbortSignal.any([signal, timeout]),
      })
      const requestId = findRequestId(response, secrets) ?? sentId
      return { response, requestId, text: await readLimited(response, bytesMax) }
    } catch (error) {
      if (timeout.aborted && !signal.aborted) {
        throw new RequestFailedError(timedOut(service, timeoutMs), error, sentId)
      }
      signal.throwIfAborted()
      throw new RequestFailedError(unreachable(service, error), error, sentId)
    }
  }

  async function ask(path: string, options: SendOptions): Promise<ServiceAnswer> {
    try {
      return await send(path, options)
    } catch (error) {
      throw error instanceof RequestFailedError ? error.reason : error
    }
  }
  const get = (path: string, signal: AbortSignal) => ask(path, { signal })

  function toJson(answer: ServiceAnswer): unknown {
    const { response, text, requestId } = answer
    const refused = access.findRefusal?.(access, answer)
    if (refused) throw refused
    if (!response.ok) throw refusal(service, response, { text, secrets, requestId })
    if (isWebPage(response)) throw webPage(service)
    const value = parseServiceJson(text)
    if (value === undefined) {
      throw new HttpError('provider_failed', `${service.title} sent an unreadable answer.`, {
        upstreamRequestId: requestId,
      })
    }
    return value
  }

  return {
    ...access,
    send,
    ask,
    json: async (path, options) => toJson(await ask(path, options)),
    open: (path, options) => request(path, idForUpstream(), options),
    get,
    jsonOf: toJson,
    getJsonIfThere: async (path, signal) => {
      const answer = await get(path, signal)
      const { response } = answer
      const isMissing = [404, 405, 501].includes(response.status)
      return isMissing || (response.ok && isWebPage(response)) ? undefined : toJson(answer)
    },
  }
}

const idHeaders = ['x-request-id', 'x-tripo-trace-id', 'x-comfy-request-id']

const findRequestId = ({ headers }: Response, secrets: readonly string[]): string | undefined =>
  idHeaders
    .map((name) => parseUpstreamId(headers.get(name), secrets))
    .find((id) => id !== undefined)

/** Thrown for a response that is missing or incomplete. */
export class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError'
  readonly reason: HttpError
  readonly requestId: string
  readonly isUnsent: boolean

  constructor(reason: HttpError, cause: unknown, requestId: string) {
    super(reason.message, { cause })
    this.reason = reason
    this.requestId = requestId
    this.isUnsent =
      /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|CERT|WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE/.test(
        getCodes(cause),
      )
  }
}

/** Returns whether the network or the service failed temporarily, so that a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof HttpError &&
  ['provider_unreachable', 'provider_failed', 'timed_out', 'rate_limited'].includes(error.code)

function getCodes(error: unknown): string {
  const codes: string[] = []
  let link = error
  for (let depth = 0; depth < 4 && link instanceof Error; depth++) {
    if ('code' in link) codes.push(String(link.code))
    link = link.cause
  }
  return codes.join(' ')
}

export const isWebPage = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').includes('text/html')

/** Returns `undefined` for invalid JSON. The schema that checks the value reports the error. */
export function parseServiceJson(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}
