import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { HttpError } from '../../errors/http-error.ts'
import { refusal, retryAfter, webPage } from '../openai/upstream-errors.ts'
import {
  isWebPage,
  parseServiceJson,
  RequestFailedError,
  type ServiceAnswer,
  type ServiceHttp,
} from './service-http.ts'

/**
 * Timeout of a submission. Shorter than the timeout of `submit`'s caller, so that the caller
 * receives this error.
 */
const usualTimeoutMs = 55_000

export type ServiceOrder = {
  path: string
  body: string | Blob | FormData
  headers?: Record<string, string>
  signal: AbortSignal
  timeoutMs?: number
  /**
   * Pause before the first retry. Requests are retried only if the service certainly did not accept
   * them. Default: no retries.
   */
  repeatMs?: number
}

export type OrderReader = {
  /**
   * Returns the task's id, or `undefined` if the response contains none.
   * @throws {HttpError} if the response says that no task was created.
   */
  idOf: (answer: unknown, requestId: string) => string | undefined
  /**
   * Returns the service's reason for not creating a task. Some services send the reason with status
   * 200.
   */
  refused?: (answer: ServiceAnswer) => HttpError | undefined
}

/**
 * Submits a task. Does not repeat the request if the service may have accepted it.
 * @throws {HttpError} `submission_uncertain` if the request may have arrived. Any other error means
 * that nothing was charged.
 */
export async function orderOnce(
  http: Pick<ServiceHttp, 'service' | 'secrets' | 'send'>,
  { path, ...order }: ServiceOrder,
  { idOf, refused }: OrderReader,
): Promise<string> {
  const { service, secrets } = http
  const answer = await sendOrder(http, path, order)
  const { response, text, requestId } = answer
  if (isUncertain(response.status)) throw uncertain(service, requestId)
  const reason = refused?.(answer)
  if (reason) throw reason
  if (!response.ok) throw refusal(service, response, { text, secrets, requestId })
  if (isWebPage(response)) throw webPage(service)
  const id = idOf(parseServiceJson(text), requestId)
  if (id === undefined) throw uncertain(service, requestId)
  return id
}

type SentOrder = Omit<ServiceOrder, 'path'>

/**
 * Sends the request. With `repeatMs`, the request is repeated while the service certainly did not
 * accept it.
 */
async function sendOrder(
  http: Pick<ServiceHttp, 'service' | 'send'>,
  path: string,
  { repeatMs, ...order }: SentOrder,
): Promise<ServiceAnswer> {
  const pauses = createPauses(repeatMs)
  for (;;) {
    let pauseMs: number | undefined
    try {
      const answer = await http.send(path, { method: 'POST', timeoutMs: usualTimeoutMs, ...order })
      const { status, headers } = answer.response
      const wasTaken = status !== 429 && status !== 503
      pauseMs = wasTaken ? undefined : pauses.next(retryAfter(headers.get('retry-after')))
      if (pauseMs === undefined) return answer
    } catch (error) {
      if (!(error instanceof RequestFailedError)) throw error
      if (!error.isUnsent) throw uncertain(http.service, error.requestId, error)
      pauseMs = pauses.next()
      if (pauseMs === undefined) throw error.reason
    }
    await sleep(pauseMs, undefined, { signal: order.signal })
  }
}

/**
 * Creates pauses of 1, 2, 4 … times `firstMs`, or as long as the service asks. Their sum is at most
 * 12 times `firstMs`.
 */
function createPauses(firstMs: number | undefined) {
  let leftMs = (firstMs ?? 0) * 12
  let nextMs = firstMs ?? Infinity
  return {
    next: (askedSeconds = 0): number | undefined => {
      const pauseMs = Math.max(nextMs * (0.9 + 0.2 * Math.random()), askedSeconds * 1000)
      leftMs -= pauseMs
      nextMs *= 2
      return leftMs >= 0 ? pauseMs : undefined
    },
  }
}

/**
 * Returns whether the service may have accepted the submission. A service sends 503 before any
 * work, but a proxy may send the other statuses after it lost the response.
 */
export const isUncertain = (status: number): boolean =>
  (status >= 500 && status !== 503) || status === 408 || status === 425

export const uncertain = (
  { title }: UpstreamService,
  requestId?: string,
  cause?: unknown,
): HttpError =>
  new HttpError(
    'submission_uncertain',
    `${title} did not confirm this task. It may be working on it and may bill it. To be safe, it was not sent again.`,
    { cause, ...(requestId !== undefined && { upstreamRequestId: requestId }) },
  )
