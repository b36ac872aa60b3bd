import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { uploadBytesMax } from '#contract/files.ts'
import { idSchema } from '#contract/id.ts'
import type { Task } from '#contract/tasks.ts'
import { calculatePrice } from '#lib/params/price.ts'

import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { TaskService } from '../../generation/task-service.ts'
import { encodeJson } from '../../json/encode-json.ts'
import { getSha256 } from '../../process/sha256.ts'
import { eventStream } from '../../http/sse.ts'
import { signalWithin } from '../../process/signal-within.ts'
import { parseOr400, readJsonBody } from '../../http/validate.ts'
import { getReceiver, type ResultAddresses } from './addresses.ts'
import { wrongMethod } from './errors.ts'
import { sendMoves, untilEnd, waitEnded, waitMaxMs } from './follow-until-end.ts'
import { toTaskHead, isFree, toGenerationTask } from './generation-task.ts'
import { resolveModel, type TaskOrder, type OrderTask } from './order-task.ts'

const inputSchema = z.looseObject(
  { params: z.record(z.string(), z.unknown(), { error: 'must be an object' }) },
  { error: 'must be an object with params' },
)
const createSchema = z.looseObject({
  model: z.string().max(200).optional(),
  webhook_url: z.string().nullish().meta({
    description: 'Told when the task is over; signed with the webhook secret of the key.',
  }),
  input: z.union([z.array(inputSchema).length(1, 'must contain exactly one entry'), inputSchema], {
    error: 'must be a list of one entry, such as [{ "params": { … } }]',
  }),
})
const cursorSchema = z.coerce
  .number({ error: 'cursor must be a whole number, 0 or above' })
  .int('cursor must be a whole number, 0 or above')
  .nonnegative('cursor must be a whole number, 0 or above')
  .default(0)

export type GenerationRoutesOptions = {
  tasks: TaskService
  orderTask: OrderTask
  addresses: ResultAddresses
  waitMs?: number | undefined
}

type C = Context<ApiClientEnv>

/**
 * Creates the routes of `/model/v1/generation`, whose tasks have the format of the SDKs for this
 * API.
 */
export const generationRoutes = (options: GenerationRoutesOptions) => {
  const { tasks, orderTask, addresses, waitMs = waitMaxMs } = options
  const view = (c: C) => (task: Task) => toGenerationTask(task, addresses, getReceiver(c))

  const streamTask = async (c: C, id: string, cursor: number): Promise<Response> => {
    const closeStream = await c.get('apiClient').openStream()
    const stop = new AbortController()
    try {
      const signal = signalWithin(waitMs, stop.signal)
      const moves = await tasks.follow(id, { signal })
      return eventStream(c, async (send, gone) => {
        gone.addEventListener('abort', () => stop.abort(), { once: true })
        try {
          await sendMoves(send, moves, { view: view(c), cursor, signal: gone })
        } finally {
          closeStream()
        }
      })
    } catch (error) {
      closeStream()
      throw error
    }
  }

  return new Hono<ApiClientEnv>()
    .post('/', async (c) => c.json(toTaskHead(await orderTask(c, await readOrder(c)))))
    .all('/', wrongMethod('POST'))

    .post('/sync', async (c) => {
      const { id } = await orderTask(c, await readOrder(c))
      if (c.req.header('accept')?.includes('text/event-stream')) return streamTask(c, id, 0)
      const { openStream, revocation } = c.get('apiClient')
      const closeStream = await openStream()
      try {
        const signal = AbortSignal.any([c.req.raw.signal, revocation.signal])
        const task = await untilEnd(tasks, id, { signal, waitMs })
        return task ? c.json(view(c)(task)) : c.json(waitEnded(id), 504)
      } finally {
        closeStream()
      }
    })
    .all('/sync', wrongMethod('POST'))

    .post('/precharge', async (c) => c.json(await precharge(tasks, await readOrder(c))))
    .all('/precharge', wrongMethod('POST'))

    .get('/task/:id', async (c) => c.json(view(c)(await find(tasks, c.req.param('id')))))
    .all('/task/:id', wrongMethod('GET'))

    .get('/task/:id/stream', async (c) => {
      const cursor = parseOr400(cursorSchema, c.req.query('cursor'))
      const { id } = await find(tasks, c.req.param('id'))
      return streamTask(c, id, cursor)
    })
    .all('/task/:id/stream', wrongMethod('GET'))

    .on(['POST', 'PUT'], '/task/:id/cancel', async (c) => {
      const { id } = await find(tasks, c.req.param('id'))
      return c.json(view(c)((await tasks.cancel(id)) ?? (await find(tasks, id))))
    })
    .all('/task/:id/cancel', wrongMethod('POST, PUT'))
}

async function precharge(tasks: TaskService, order: TaskOrder): Promise<object> {
  const { model, params } = await tasks.check(order)
  const about = {
    model: order.modelId,
    original_model: model.id,
    hash: `v1:${await getSha256(...(await encodeJson([model.id, params])))}`,
  }
  const price = isFree(model.id)
    ? { amount: 0, unit: 'usd' as const }
    : calculatePrice(model.paramSchema, params)
  if (!price) {
    return { status: 'failed', data: { ...about, cost: null, reason: 'COST_CACHE_MISS' } }
  }
  const hit = {
    billing_model: model.id,
    sample_count: 1,
    cost: String(price.amount),
    currency: price.unit === 'usd' ? 'USD' : 'credit',
    discount: 1,
    updated_at: Math.floor(Date.now() / 1000),
  }
  return { status: 'success', data: { ...about, ...hit } }
}

async function readOrder(c: C): Promise<TaskOrder> {
  const body = await readJsonBody(c, createSchema, uploadBytesMax)
  const { model, input } = body
  const { params } = Array.isArray(input) ? (input[0] ?? { params: {} }) : input
  const order = { modelId: resolveModel(model, c.req.header('x-model')), params, content: body }
  return { ...order, webhookUrl: body.webhook_url }
}

/**
 * @throws {HttpError} `not_found`, with the message that clients check when they validate a key.
 */
async function find(tasks: TaskService, given: string): Promise<Task> {
  const id = idSchema.safeParse(given)
  const task = id.success ? await tasks.find(id.data) : undefined
  if (!task) throw new HttpError('not_found', 'Task not found')
  return task
}
