import type { UpstreamService } from '../../ports/upstream-service.ts'
import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import { refusal, webPage } from '../openai/upstream-errors.ts'
import type { ProviderPrice } from '../../ports/generation-provider.ts'
import { quote, wordsIn } from '../openai/upstream-words.ts'
import {
  isWebPage,
  parseJson,
  RequestFailedError,
  type GatewayAnswer,
  type GatewayHttp,
} from './gateway-http.ts'
import type { Gateway } from './gateway-service.ts'
import {
  createdSchema,
  gatewayTaskSchema,
  prechargeSchema,
  toldBy,
  type GatewayTask,
} from './generation-answers.ts'
import { reasonOfCode } from './task-failure.ts'

/** A picture may go slowly; shorter than what the caller of `submit` waits, so that the reason is ours. */
const createTimeoutMs = 55_000

const cancelTimeoutMs = 10_000

type Order = { model: string; params: Record<string, unknown> }

/** The calls of the generation interface, one request each; nothing is repeated here. */
export type GenerationClient = {
  /**
   * Creates a task.
   *
   * @param order.taskId our own id of the task; a gateway that knows idempotency keys makes no second
   *   task for it, even if somebody on the way sends the request twice.
   * @throws {HttpError} `submission_uncertain` when the request may have arrived; anything else means
   *   that no task was made.
   */
  create: (order: Order & { taskId: string }, signal: AbortSignal) => Promise<string>
  /** @throws {HttpError} `not_found` for a task that the gateway does not know; else see `isPassing`. */
  readTask: (id: string, signal: AbortSignal) => Promise<GatewayTask>
  /**
   * Says that nobody waits for a task any more. Not every gateway can cancel, and whether this one has
   * is of no consequence here: never throws.
   */
  cancel: (id: string) => Promise<void>
  /** What a task would cost; `undefined` when the gateway does not say. */
  readPrice: (order: Order, signal: AbortSignal) => Promise<ProviderPrice | undefined>
}

export function createGenerationClient(
  { service, apiKey }: Gateway,
  http: GatewayHttp,
): GenerationClient {
  const secrets = [apiKey]
  const { title } = service

  return {
    create: (order, signal) => createGatewayTask({ service, secrets, http }, order, signal),

    readTask: async (id, signal) => {
      const answer = await http.get(taskPath(id), signal)
      if (answer.response.status === 404) {
        throw new HttpError(
          'not_found',
          `${title} no longer knows this task. It may still be found, and billed, under its id.`,
          { upstreamRequestId: id },
        )
      }
      const task = gatewayTaskSchema.safeParse(http.jsonOf(answer))
      if (task.success) return task.data
      throw new HttpError('provider_failed', `${title} sent an unreadable task.`, {
        cause: task.error,
        upstreamRequestId: id,
      })
    },

    cancel: async (id) => {
      try {
        const signal = AbortSignal.timeout(cancelTimeoutMs)
        await http.send(`${taskPath(id)}/cancel`, { method: 'POST', body: '{}', signal })
      } catch (error) {
        console.warn(`${title} could not be told to cancel task ${id}.`, error)
      }
    },

    readPrice: async (order, signal) => {
      const body = await bodyOf(order)
      const { response, text } = await http
        .send('/model/v1/generation/precharge', { method: 'POST', body, signal })
        .catch((error: unknown): never => {
          throw error instanceof RequestFailedError ? error.reason : error
        })
      const price = response.ok ? prechargeSchema.safeParse(parseJson(text)).data : undefined
      if (!price) return undefined
      const { cost, currency } = price.data
      return { amount: cost, ...(currency !== undefined && { currency }) }
    },
  }
}

type Sender = { service: UpstreamService; secrets: readonly string[]; http: GatewayHttp }

/** @throws {HttpError} as `GenerationClient.create`. */
async function createGatewayTask(
  from: Sender,
  { taskId, ...order }: Order & { taskId: string },
  signal: AbortSignal,
): Promise<string> {
  const { service, secrets, http } = from
  let answer: GatewayAnswer
  try {
    answer = await http.send('/model/v1/generation', {
      method: 'POST',
      body: await bodyOf(order),
      headers: { 'Idempotency-Key': taskId },
      signal,
      timeoutMs: createTimeoutMs,
    })
  } catch (error) {
    if (!(error instanceof RequestFailedError)) throw error
    throw error.isUnsent ? error.reason : uncertain(service, error.requestId, error)
  }
  const { response, text, requestId } = answer
  // 503 is said before anything is done; the other 5xx also by proxies that lost the answer.
  if (response.status >= 500 && response.status !== 503) throw uncertain(service, requestId)
  if (!response.ok) throw notTaken(from, answer)
  if (isWebPage(response)) throw webPage(service)
  const created = createdSchema.safeParse(parseJson(text)).data
  if (!created) throw uncertain(service, requestId)
  if (created.id !== undefined) return created.id
  const { code, said } = toldBy(created.error)
  const reason = reasonOfCode(code)
  if (said === '' && !reason) throw uncertain(service, requestId)
  throw new HttpError(
    reason?.code ?? 'provider_refused',
    `${service.title} ${reason?.sentence ?? 'refused the task.'}${quote(said, secrets)}`,
    { upstreamRequestId: requestId },
  )
}

const uncertain = ({ title }: UpstreamService, requestId: string, cause?: unknown) =>
  new HttpError(
    'submission_uncertain',
    `${title} did not confirm this task. It may be working on it and may bill it. To be safe, it was not sent again.`,
    { cause, upstreamRequestId: requestId },
  )

function notTaken(
  { service, secrets }: Sender,
  { response, text, requestId }: GatewayAnswer,
): HttpError {
  const plain = refusal(service, response, text, secrets, requestId)
  const words = wordsIn(text)
  // The status says more than the number wherever it has a meaning of its own.
  const reason = response.status === 400 ? reasonOfCode(words.code) : undefined
  if (!reason) return plain
  return new HttpError(
    reason.code,
    `${service.title} ${reason.sentence}${quote(words.said, secrets)}`,
    {
      upstreamRequestId: requestId,
    },
  )
}

export const taskPath = (id: string): string =>
  `/model/v1/generation/task/${encodeURIComponent(id)}`

/** With pictures it may have tens of megabytes, which must not hold up others. */
const bodyOf = async ({ model, params }: Order): Promise<Blob> =>
  new Blob(await encodeJson({ model, input: [{ params }] }))
