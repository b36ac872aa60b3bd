import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { ProviderPrice } from '../../ports/generation-provider.ts'
import { quote, wordsIn } from '../openai/upstream-words.ts'
import { orderOnce } from '../service/order-once.ts'
import { parseServiceJson, RequestFailedError, type ServiceHttp } from '../service/service-http.ts'
import type { Gateway } from './gateway-service.ts'
import {
  createdSchema,
  gatewayTaskSchema,
  prechargeSchema,
  readTaskError,
  type GatewayTask,
} from './generation-answers.ts'
import { reasonOfCode } from './task-failure.ts'

const cancelTimeoutMs = 10_000

type Order = { model: string; params: Record<string, unknown> }

/** Sends the requests of a gateway's API for 3D models. No request is retried. */
export type GenerationClient = {
  /**
   * Creates a task.
   * @param order.taskId id of the task on this server. Some gateways use the id as an idempotency
   * key.
   * @throws {HttpError} `submission_uncertain` if the request may have arrived. Any other error
   * means that no task was created.
   */
  create: (order: Order & { taskId: string }, signal: AbortSignal) => Promise<string>
  /**
   * @throws {HttpError} `not_found` if the gateway does not know the task. `isPassing` detects
   * temporary errors.
   */
  readTask: (id: string, signal: AbortSignal) => Promise<GatewayTask>
  /**
   * Asks the gateway to cancel a task. Never throws, because some gateways do not support
   * cancellation.
   */
  cancel: (id: string) => Promise<void>
  readPrice: (order: Order, signal: AbortSignal) => Promise<ProviderPrice | undefined>
}

export function createGenerationClient({ service }: Gateway, http: ServiceHttp): GenerationClient {
  const { title } = service

  return {
    create: (order, signal) => createGatewayTask(http, order, signal),

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
      const body = await readBody(order)
      const { response, text } = await http
        .send('/model/v1/generation/precharge', { method: 'POST', body, signal })
        .catch((error: unknown): never => {
          throw error instanceof RequestFailedError ? error.reason : error
        })
      const price = response.ok ? prechargeSchema.safeParse(parseServiceJson(text)).data : undefined
      if (!price) return undefined
      const { cost, currency } = price.data
      return { amount: cost, ...(currency !== undefined && { currency }) }
    },
  }
}

async function createGatewayTask(
  http: ServiceHttp,
  { taskId, ...order }: Order & { taskId: string },
  signal: AbortSignal,
): Promise<string> {
  const { service, secrets } = http
  const request = {
    path: '/model/v1/generation',
    body: await readBody(order),
    headers: { 'Idempotency-Key': taskId },
    signal,
  }
  return orderOnce(http, request, {
    idOf: (answer, requestId) => {
      const created = createdSchema.safeParse(answer).data
      if (!created || created.id !== undefined) return created?.id
      const { code, said } = readTaskError(created.error)
      const reason = reasonOfCode(code)
      if (said === '' && !reason) return undefined
      throw new HttpError(
        reason?.code ?? 'provider_refused',
        `${service.title} ${reason?.sentence ?? 'refused the task.'}${quote(said, secrets)}`,
        { upstreamRequestId: requestId },
      )
    },
    refused: ({ response, text, requestId }) => {
      const words = wordsIn(text)
      // Error numbers are read only for status 400, because other statuses are more precise than
      // the number.
      const reason = response.status === 400 ? reasonOfCode(words.code) : undefined
      if (!reason) return undefined
      const sentence = `${service.title} ${reason.sentence}${quote(words.said, secrets)}`
      return new HttpError(reason.code, sentence, { upstreamRequestId: requestId })
    },
  })
}

export const taskPath = (id: string): string =>
  `/model/v1/generation/task/${encodeURIComponent(id)}`

const readBody = async ({ model, params }: Order): Promise<Blob> =>
  new Blob(await encodeJson({ model, input: [{ params }] }))
