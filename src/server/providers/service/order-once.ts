import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { HttpError } from '../../errors/http-error.ts'
import { refusal, retryAfter, webPage } from '../openai/upstream-errors.ts'
import {
  isWebPage,
  parseJson,
  RequestFailedError,
  type ServiceAnswer,
  type ServiceHttp,
} from './service-http.ts'

/** A picture may go slowly; shorter than what the caller of `submit` waits, so that the reason is ours. */
const usualTimeoutMs = 55_000

/** One request that may cost money. */
export type Order = {
  path: string
  body: string | Blob | FormData
  headers?: Record<string, string>
  signal: AbortSignal
  timeoutMs?: number
  /** Pause before the first repetition of an order that was certainly not taken. Absent: none is repeated. */
  repeatMs?: number
}

/** How the answer to an order is read. */
export type OrderReader = {
  /**
   * What names the task from now on; `undefined` where the answer has nothing of the kind.
   *
   * @throws {HttpError} where the answer says that no task was made.
   */
  idOf: (answer: unknown, requestId: string) => string | undefined
  /** Why an answer made no task, where the service says so in words of its own, whatever the status. */
  refused?: (answer: ServiceAnswer) => HttpError | undefined
}

/**
 * Sends an order, once, whatever happens.
 *
 * @throws {HttpError} `submission_uncertain` when the request may have arrived; anything else means that
 *   nothing was bought.
 */
export async function orderOnce(
  http: Pick<ServiceHttp, 'service' | 'secrets' | 'send'>,
  { path, ...order }: Order,
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
  const id = idOf(parseJson(text), requestId)
  if (id === undefined) throw uncertain(service, requestId)
  return id
}

type SentOrder = Omit<Order, 'path'>

/** Sends an order, again while it was certainly not taken, if that is wanted. */
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

/** Pauses of 1, 2, 4 … times `firstMs`, or as long as the service asks, 12 times that in all. */
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

/** 503 is sent before anything is done. Proxies that lost the answer send the other statuses too. */
export const isUncertain = (status: number): boolean =>
  (status >= 500 && status !== 503) || status === 408 || status === 425

/** An order that may have been carried out, or not. */
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
