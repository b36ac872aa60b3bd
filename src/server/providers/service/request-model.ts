import type { IncomingMessage } from 'node:http'
import { toError } from '#lib/to-error.ts'
import { HttpError } from '../../errors/http-error.ts'
import { resultBytesMax } from '../../ports/check-result.ts'
import { getDecodedBody, postUpstream } from '../../outgoing/upstream-request.ts'
import { readLimitedText } from '../openai/limited-body.ts'
import { refusal, timedOut, unreachable } from '../openai/upstream-errors.ts'
import { wordsIn } from '../openai/upstream-words.ts'
import { readAnswerAsModel, type DownloadedResult } from './download-result.ts'
import { isUncertain, uncertain } from './order-once.ts'
import { RequestFailedError, type ServiceHttp } from './service-http.ts'
import { toFailureCode } from './task-failed.ts'
import { taskFailed } from './task-provider.ts'
import { ownValue } from '#lib/own-value.ts'

const errorBytesMax = 1024 * 1024

type ModelRequest = {
  path: string
  body: FormData | readonly Uint8Array[]
  /** Maximum wait for the response, and maximum time without data. */
  limitMs: number
  /** True if the request costs money. A lost response is then reported as uncertain. */
  isBought: boolean
  signal: AbortSignal
  /** Returns the failure of a task that the service reports with a misleading status. */
  findFailure?: (status: number, text: string) => HttpError | undefined
}

/**
 * Sends a request whose response is the model, after minutes. Never repeats the request.
 * @throws {HttpError} `submission_uncertain` if the model may have been billed but was lost,
 * otherwise the reason of the failure.
 */
export async function requestModel(
  http: ServiceHttp,
  { path, body, isBought, signal, findFailure, ...limits }: ModelRequest,
): Promise<DownloadedResult> {
  const { service } = http
  const limitMs = Math.min(limits.limitMs, http.limitMs ?? Infinity)
  const url = new URL(`${http.root}${path}`)
  const { headers, pieces } = await encode(body)
  signal.throwIfAborted()
  const call = postUpstream(url, { ...http.headers, ...headers, Accept: '*/*' }, pieces)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    call.end(new Error('The answer takes too long.'))
  }, limitMs)
  const abort = () => call.end(toError(signal.reason))
  signal.addEventListener('abort', abort, { once: true })
  let response: IncomingMessage | undefined
  try {
    response = await call.answered
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) {
      const bytesMax = http.modelBytesMax ?? resultBytesMax
      return await readAnswerAsModel(response, { url, bytesMax, timer: timer.refresh() })
    }
    if (isBought && isUncertain(statusCode)) throw uncertain(service)
    throw await getRefusal(http, response, findFailure)
  } catch (error) {
    if (error instanceof HttpError && (!isBought || !hasBegun(response))) throw error
    if (isBought && hasBegun(response)) throw uncertain(service, undefined, error)
    signal.throwIfAborted()
    const reason = isLate ? timedOut(service, limitMs) : unreachable(service, error)
    const failed = new RequestFailedError(reason, error, '')
    throw isBought && !failed.isUnsent ? uncertain(service, undefined, failed) : reason
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    response?.destroy()
  }
}

const hasBegun = (response: IncomingMessage | undefined): boolean =>
  response?.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300

async function getRefusal(
  http: ServiceHttp,
  response: IncomingMessage,
  findFailure: ModelRequest['findFailure'],
): Promise<HttpError> {
  const text = await readLimitedText(getDecodedBody(response), errorBytesMax)
  const { said } = wordsIn(text)
  if (toFailureCode(said) === 'out_of_memory') return taskFailed(http, said)
  const { statusCode: status = 0, headers } = response
  const failure = findFailure?.(status, text)
  if (failure) return failure
  const head = {
    status,
    headers: { get: (name: string) => ownValue(headers, name)?.toString() ?? null },
  }
  return refusal(http.service, head, { text, secrets: http.secrets })
}

async function encode(body: ModelRequest['body']) {
  if (!(body instanceof FormData)) {
    return { headers: { 'Content-Type': 'application/json' }, pieces: body }
  }
  const form = new Response(body)
  const headers = { 'Content-Type': form.headers.get('content-type') ?? '' }
  return { headers, pieces: [new Uint8Array(await form.arrayBuffer())] }
}
