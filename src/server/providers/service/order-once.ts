import type { UpstreamService } from '../../ports/upstream-service.ts'
import { HttpError } from '../../errors/http-error.ts'
import { refusal, webPage } from '../openai/upstream-errors.ts'
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
}

/** How the answer to an order is read. */
export type OrderReader = {
  /**
   * What names the task from now on; `undefined` where the answer has nothing of the kind.
   *
   * @throws {HttpError} where the answer says that no task was made.
   */
  idOf: (answer: unknown, requestId: string) => string | undefined
  /** Why an answer with a bad status made no task, where the service tells it in words of its own. */
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
  let answer: ServiceAnswer
  try {
    answer = await http.send(path, { method: 'POST', timeoutMs: usualTimeoutMs, ...order })
  } catch (error) {
    if (!(error instanceof RequestFailedError)) throw error
    throw error.isUnsent ? error.reason : uncertain(service, error.requestId, error)
  }
  const { response, text, requestId } = answer
  // 503 is said before anything is done; the other 5xx also by proxies that lost the answer.
  if (response.status >= 500 && response.status !== 503) throw uncertain(service, requestId)
  if (!response.ok) {
    throw refused?.(answer) ?? refusal(service, response, { text, secrets, requestId })
  }
  if (isWebPage(response)) throw webPage(service)
  const id = idOf(parseJson(text), requestId)
  if (id === undefined) throw uncertain(service, requestId)
  return id
}

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
