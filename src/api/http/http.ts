import type { ZodMiniType } from 'zod/mini'
import { errorBodySchema, type ErrorCode } from '#contract/errors.ts'
import { ApiError, NetworkError, UnexpectedAnswerError } from './errors.ts'
import { untilConfirmed } from './confirmation.ts'
import { noteSignedOut, untilSignedIn } from './signed-out.ts'

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Sent as JSON; a `FormData` or `Blob` is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** How long to wait for the answer. 30,000 unless told. */
  timeoutMs?: number
  /** It is still sent when the page is left a moment later. For small bodies only: browsers refuse others. */
  outlivesPage?: boolean
  /** That nobody is signed in is thrown like any other refusal, rather than waited out. */
  isWayIn?: boolean
}

/** How often a request is sent again after somebody has signed in. */
const signInsMax = 3

/**
 * Asks our server and checks the answer against `schema`.
 *
 * @throws {ApiError} when the server says no.
 * @throws {NetworkError} when it cannot be reached or does not answer within `timeoutMs`.
 * @throws {UnexpectedAnswerError} when the answer breaks the contract.
 * @throws {DOMException} named `AbortError` when `signal` fires.
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

/** As `requestJson`, for requests whose answer says nothing more than that it worked. */
export function requestNothing(path: string, options: RequestOptions = {}): Promise<void> {
  return exchange(path, options, async (response) => {
    await response.body?.cancel()
  })
}

/** `?a=1&b=2` of what is there; empty when nothing is. */
export function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

/**
 * Opens an event stream; hand the body to `readEvents`. `timeoutMs` is for the first byte of the
 * answer only. Throws as `requestJson` does.
 *
 * @param lastEventId of the event read last, to go on after it.
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
  return exchange(path, { ...options, headers }, ({ body }) => {
    if (!body) throw unexpectedAnswer()
    return Promise.resolve(body)
  })
}

/**
 * When the server wants a password, be it once more, the request waits until somebody has given it, and
 * goes again.
 */
async function exchange<Result>(
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  for (let signIns = 0; ; signIns++) {
    try {
      return await exchangeOnce(path, options, read)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'confirmation_needed') {
        if (signIns < signInsMax && (await untilConfirmed(options.signal))) continue
        throw error
      }
      const isOut = error instanceof ApiError && error.status === 401
      if (!isOut || options.isWayIn === true || signIns === signInsMax) throw error
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
  // Not AbortSignal.timeout: that one would go on to cut an event stream off after its first byte.
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), timeoutMs)
  const isRaw = body instanceof FormData || body instanceof Blob
  const contentType = body === undefined || isRaw ? {} : { 'content-type': 'application/json' }
  try {
    const response = await fetch(path, {
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
      ? `The server did not answer within ${Math.round(timeoutMs / 1000)} s. Is it still running?`
      : 'The server cannot be reached. Is it still running?'
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
    // Not from us: a proxy in between answers in HTML. Its status is all there is to tell.
    body = undefined
  }
  const checked = errorBodySchema.safeParse(body)
  if (checked.success) return new ApiError(checked.data, response.status)
  const message = `The server answered with an error (${response.status}).`
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
    'The server’s answer does not fit this page. Reload the page to get the latest version.',
    { cause },
  )
