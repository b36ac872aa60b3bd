import { HttpError } from '../../errors/http-error.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import { idForUpstream } from '../../observability/request-context.ts'
import { readLimited } from '../openai/limited-body.ts'
import { refusal, timedOut, unreachable, webPage } from '../openai/upstream-errors.ts'
import { upstreamIdOf } from '../openai/upstream-id.ts'
import { parseAnswer } from '../../json/parse-json.ts'

/** Neither a task nor a list of models comes near it. */
const usualBytesMax = 8 * 1024 * 1024
const readTimeoutMs = 30_000

export type ServiceAnswer = {
  response: Response
  text: string
  /** The service's own where it gave one, else the one that was sent. */
  requestId: string
}

type SendOptions = {
  method?: string
  /** A form, or JSON unless `headers` say otherwise. */
  body?: string | Blob | FormData
  headers?: Record<string, string>
  signal: AbortSignal
  /** Longest wait for the whole answer. */
  timeoutMs?: number
  /** Largest answer; 8 MiB unless told. */
  bytesMax?: number
}

/** An outside service: where it is, and how to get in. */
export type ServiceAccess = {
  service: UpstreamService
  /** What all paths are put behind; no slash at its end. */
  root: string
  /** What lets in: `Authorization` and the like. */
  headers: Readonly<Record<string, string>>
  /** Taken out of whatever the service says. */
  secrets: readonly string[]
  /** No answer may take longer, whatever is said elsewhere; for tests. */
  limitMs?: number | undefined
  /** Of an answer that is a model; for tests. */
  modelBytesMax?: number | undefined
  /** Finds a refusal in an answer, whatever its HTTP status. */
  findRefusal?: FindRefusal | undefined
}

/** Returns the error that an answer stands for, or `undefined` where the HTTP status says it all. */
export type FindRefusal = (
  access: Pick<ServiceAccess, 'service' | 'secrets'>,
  answer: ServiceAnswer,
) => HttpError | undefined

/** Requests to one service, each sent once; connecting takes at most 10 s, which is `fetch`'s own limit. */
export type ServiceHttp = ServiceAccess & {
  /**
   * Sends one request and reads the whole answer; the answer's status is the caller's to judge.
   *
   * @throws {RequestFailedError} when no whole answer came.
   */
  send: (path: string, options: SendOptions) => Promise<ServiceAnswer>
  /** As `send`, for what may as well be asked again. @throws {HttpError} when no whole answer came. */
  ask: (path: string, options: SendOptions) => Promise<ServiceAnswer>
  /** A GET, as `send`. @throws {HttpError} when no whole answer came. */
  get: (path: string, signal: AbortSignal) => Promise<ServiceAnswer>
  /** @throws {HttpError} for an answer that is no JSON with a good status. */
  jsonOf: (answer: ServiceAnswer) => unknown
  /** The JSON of one request. @throws {HttpError} as `get` and `jsonOf`. */
  json: (path: string, options: SendOptions) => Promise<unknown>
  /**
   * The JSON at an address that not every gateway has; `undefined` where it has none, or only a page
   * for browsers.
   *
   * @throws {HttpError} as `get` and `jsonOf`.
   */
  getJsonIfThere: (path: string, signal: AbortSignal) => Promise<unknown>
  /** Sends one request and gives the answer as soon as it begins. @throws as `fetch` does. */
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
        // A form says itself where its parts end.
        ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        Accept: 'application/json',
        'User-Agent': 'Bozzetto/0.1',
        'X-Request-Id': requestId,
        ...access.headers,
        ...headers,
      },
      ...(body !== undefined && { body }),
      // A redirect would take the key, or the picture, to somebody who was not named.
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

  function jsonOf(answer: ServiceAnswer): unknown {
    const { response, text, requestId } = answer
    const refused = access.findRefusal?.(access, answer)
    if (refused) throw refused
    if (!response.ok) throw refusal(service, response, { text, secrets, requestId })
    if (isWebPage(response)) throw webPage(service)
    const value = parseJson(text)
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
    json: async (path, options) => jsonOf(await ask(path, options)),
    open: (path, options) => request(path, idForUpstream(), options),
    get,
    jsonOf,
    getJsonIfThere: async (path, signal) => {
      const answer = await get(path, signal)
      const { response } = answer
      const isMissing = [404, 405, 501].includes(response.status)
      return isMissing || (response.ok && isWebPage(response)) ? undefined : jsonOf(answer)
    },
  }
}

/** Headers in which services name a request. */
const idHeaders = ['x-request-id', 'x-tripo-trace-id', 'x-comfy-request-id']

const findRequestId = ({ headers }: Response, secrets: readonly string[]): string | undefined =>
  idHeaders.map((name) => upstreamIdOf(headers.get(name), secrets)).find((id) => id !== undefined)

/** No whole answer came. */
export class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError'
  readonly reason: HttpError
  readonly requestId: string
  /** Whether it is certain that the request never left: there was no connection to send it on. */
  readonly isUnsent: boolean

  constructor(reason: HttpError, cause: unknown, requestId: string) {
    super(reason.message, { cause })
    this.reason = reason
    this.requestId = requestId
    this.isUnsent =
      /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|CERT|WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE/.test(
        codesOf(cause),
      )
  }
}

/** Whether asking again later may help: the network or the service had a bad moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof HttpError &&
  ['provider_unreachable', 'provider_failed', 'timed_out', 'rate_limited'].includes(error.code)

/** The codes along a chain of causes; `fetch` says only "fetch failed" itself. */
function codesOf(error: unknown): string {
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

/** `undefined` for what is no JSON: the schema that reads it next says what is wrong. */
export function parseJson(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}
