import { withBase } from '#lib/base-path.ts'
import type { ZodMiniType } from 'zod/mini'
import { errorBodySchema, type ErrorCode } from '#contract/errors.ts'
import { t } from '#languages/app.ts'
import { ApiError, NetworkError, UnexpectedAnswerError } from './errors.ts'
import { untilConfirmed } from './confirmation.ts'
import { noteSignedOut, untilSignedIn } from './signed-out.ts'

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Body of the request. A `FormData` or `Blob` is sent unchanged, and any other value as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Time limit of the response in milliseconds. The default is 30,000. */
  timeoutMs?: number
  /**
   * Completes the request even if the page is closed. Browsers allow this only for bodies up to 64
   * KiB.
   */
  outlivesPage?: boolean
  /**
   * True if the request signs a person in. Such a request fails with status 401 instead of waiting
   * for a sign-in.
   */
  isSignIn?: boolean
}

const signInsMax = 3

/**
 * Sends a request, and validates the response with `schema`.
 * @throws {ApiError} when the server refuses the request.
 * @throws {NetworkError} when the server cannot be reached or does not respond within `timeoutMs`.
 * @throws {UnexpectedAnswerError} when the response is invalid.
 * @throws {DOMException} named `AbortError` when `signal` is aborted.
 */
export function requestJson<Answer>(
  schema: ZodMiniType<Answer>,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  return exchange(path, options, async (response) => {
    const checked = schema.safeParse(await readJson(response))
    if (!checked.success) throw unexpectedAnswer(checked.error)
    return checked.data
  })
}

/** Sends a request whose response has no body. Throws the errors of `requestJson`. */
export function requestNothing(path: string, options: RequestOptions = {}): Promise<void> {
  return exchange(path, options, async (response) => {
    await response.body?.cancel()
  })
}

/** Returns the bytes of the response. Throws the errors of `requestJson`. */
export function requestBytes(path: string, options: RequestOptions = {}): Promise<ArrayBuffer> {
  return exchange(path, options, (response) => response.arrayBuffer())
}

/** Returns a query such as `?a=1&b=2` from the defined fields, or an empty string. */
export function toQuery(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

/**
 * Opens a stream of events for `readEvents`. `timeoutMs` only limits the time to the first byte.
 * Throws the errors of `requestJson`.
 * @param lastEventId id of the last received event, after which the stream continues.
 */
export function requestEvents(
  path: string,
  { lastEventId, ...options }: RequestOptions & { lastEventId?: string | undefined } = {},
): Promise<ReadableStream<Uint8Array>> {
  const headers = {
    ...options.headers,
    accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  return requestStream(path, { ...options, headers })
}

/**
 * Returns the body of the response while it arrives. `timeoutMs` only limits the time to the first
 * byte. Throws the errors of `requestJson`.
 */
export function requestStream(
  path: string,
  options: RequestOptions = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return exchange(path, options, ({ body }) => {
    if (!body) throw unexpectedAnswer()
    return Promise.resolve(body)
  })
}

const exchange = <Result>(
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> => sendSignedIn(() => exchangeOnce(path, options, read), options)

/**
 * Sends a request, and sends it again after a sign-in or a confirmation that it needs.
 * @throws the errors of `send`.
 */
export async function sendSignedIn<Result>(
  send: () => Promise<Result>,
  options: Pick<RequestOptions, 'signal' | 'isSignIn'>,
): Promise<Result> {
  for (let signIns = 0; ; signIns++) {
    try {
      return await send()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'confirmation_needed') {
        if (signIns < signInsMax && (await untilConfirmed(options.signal))) continue
        throw error
      }
      const isOut = error instanceof ApiError && error.status === 401
      if (!isOut || options.isSignIn === true || signIns === signInsMax) throw error
      noteSignedOut()
      await untilSignedIn(options.signal)
    }
  }
}

async function exchangeOnce<Result>(
  path: string,
  {
    method = 'GET',
    body,
    headers,
    signal,
    timeoutMs = 30_000,
    outlivesPage = false,
  }: RequestOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  // `AbortSignal.timeout` would also end a stream of events after its first byte.
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), timeoutMs)
  const isRaw = body instanceof FormData || body instanceof Blob
  const contentType = body === undefined || isRaw ? {} : { 'content-type': 'application/json' }
  try {
    const response = await fetch(withBase(path), {
      method,
      keepalive: outlivesPage,
      headers: { ...contentType, ...headers },
      signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw await toApiError(response)
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError || error instanceof UnexpectedAnswerError) throw error
    if (signal?.aborted) throw error
    const sentence = timer.signal.aborted
      ? t('The server did not answer within {timeoutMs} s. Is it still running?', {
          timeoutMs: Math.round(timeoutMs / 1000),
        })
      : t('The server cannot be reached. Is it still running?')
    throw new NetworkError(sentence, { cause: error })
  } finally {
    clearTimeout(timeout)
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unexpectedAnswer(error)
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // A response without a JSON body, such as a proxy's HTML page, has only a useful status.
    body = undefined
  }
  const checked = errorBodySchema.safeParse(body)
  if (checked.success) return new ApiError(checked.data, response.status)
  const message = t('The server answered with an error ({status}).', { status: response.status })
  return new ApiError({ code: codeOfStatus(response.status), message }, response.status)
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'internal' : 'bad_request'
}

const unexpectedAnswer = (cause?: unknown) =>
  new UnexpectedAnswerError(
    t('The server’s answer does not fit this page. Reload the page to get the latest version.'),
    { cause },
  )
