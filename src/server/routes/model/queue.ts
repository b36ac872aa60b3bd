import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { uploadBytesMax } from '#contract/files.ts'
import { idSchema } from '#contract/id.ts'
import { isTaskOver, type Task } from '#contract/tasks.ts'
import { ownAddress } from '../../access/own-origin.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { TaskService } from '../../generation/task-service.ts'
import { readJsonBody } from '../../http/validate.ts'
import { getFileEnding, getReceiver, type ResultAddresses } from './addresses.ts'
import { answerUnknownPath, queueError, toQueueFailure, wrongMethod } from './errors.ts'
import { getTaskFailure } from './generation-task.ts'
import { resolveModel, type OrderTask } from './order-task.ts'

const paramsSchema = z.record(z.string(), z.unknown(), { error: 'must be an object: the params' })

type QueueRoutesOptions = { tasks: TaskService; orderTask: OrderTask; addresses: ResultAddresses }

type C = Context<ApiClientEnv>

/**
 * Creates the routes of `/model/v1/queue/{model}`, tasks in the format of a queue. The model's id
 * may contain slashes. An existing request is found by its id, whatever the model in the path is.
 */
export const queueRoutes = ({ tasks, orderTask, addresses }: QueueRoutesOptions) => {
  const find = async (given: string): Promise<Task> => {
    const id = idSchema.safeParse(given)
    const task = id.success ? await tasks.find(id.data) : undefined
    if (!task) throw new HttpError('not_found', 'Request not found')
    return task
  }
  const sendResult = async (c: C, requestId: string) => {
    const task = await find(requestId)
    return isTaskOver(task.status)
      ? c.json(getResult(c, task, addresses))
      : c.json(toStatus(c, task), 202)
  }

  return new Hono<ApiClientEnv>()
    .get('/:model{.+}/requests/:id/status', async (c) =>
      c.json(toStatus(c, await find(c.req.param('id')))),
    )
    .all('/:model{.+}/requests/:id/status', wrongMethod('GET'))
    .get('/:model{.+}/requests/:id/response', (c) => sendResult(c, c.req.param('id')))
    .all('/:model{.+}/requests/:id/response', wrongMethod('GET'))
    .put('/:model{.+}/requests/:id/cancel', async (c) => {
      const { id, status } = await find(c.req.param('id'))
      if (!isTaskOver(status)) {
        await tasks.cancel(id)
        return c.json({ request_id: id, status: 'CANCELLATION_REQUESTED' }, 202)
      }
      const error = new HttpError('bad_request', 'The request has already been completed.')
      return c.json({ ...queueError(error, id), status: 'ALREADY_COMPLETED' }, 400)
    })
    .all('/:model{.+}/requests/:id/cancel', wrongMethod('PUT'))
    .get('/:model{.+}/requests/:id', (c) => sendResult(c, c.req.param('id')))
    .all('/:model{.+}/requests/:id', wrongMethod('GET'))
    .all('/:model{.+}/requests/:id/:rest{.+}', answerUnknownPath)
    .post('/:model{.+}', async (c) => {
      const params = await readJsonBody(c, paramsSchema, uploadBytesMax)
      refuseWebhook(c, params)
      const modelId = resolveModel(c.req.param('model'), c.req.header('x-model'))
      const task = await orderTask(c, { modelId, params, content: params })
      const base = getAddress(c, task)
      return c.json({
        request_id: task.id,
        status: 'IN_QUEUE',
        queue_position: task.queuePosition ?? 0,
        response_url: `${base}/response`,
        status_url: `${base}/status`,
        cancel_url: `${base}/cancel`,
      })
    })
    .all('/:model{.+}', wrongMethod('POST'))
}

const getAddress = (c: C, { id, modelId }: Task): string =>
  `${ownAddress(c)}/model/v1/queue/${modelId}/requests/${id}`

/**
 * Returns `COMPLETED` for failed tasks too, because the queue has only this final status. The field
 * `error` marks a failure.
 */
function toStatus(c: C, task: Task) {
  const { id, status, progress, queuePosition = 0, startedAt, finishedAt } = task
  const about = { request_id: id, response_url: `${getAddress(c, task)}/response` }
  if (status === 'queued') {
    return { ...about, status: 'IN_QUEUE', queue_position: queuePosition }
  }
  if (!isTaskOver(status)) {
    return { ...about, status: 'IN_PROGRESS', ...(progress !== undefined && { progress }) }
  }
  const inferenceMs = Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '')
  return {
    ...about,
    status: 'COMPLETED',
    ...(inferenceMs >= 0 && { metrics: { inference_time: inferenceMs / 1000 } }),
    ...toErrorResult(task),
  }
}

function getResult(c: C, task: Task, { addressOf: fileAddressOf }: ResultAddresses) {
  const { id, modelId, asset } = task
  const metadata = { model: modelId, created_at: task.createdAt, completed_at: task.finishedAt }
  if (task.status !== 'completed' || !asset) {
    return { request_id: id, status: 'COMPLETED', outputs: [], ...toErrorResult(task), metadata }
  }
  const ending = getFileEnding(asset.mimeType)
  const output = {
    type: '3d',
    url: fileAddressOf(getReceiver(c), asset.id, ending),
    content_type: asset.mimeType,
    file_name: `${asset.name}.${ending}`,
    file_size: asset.sizeBytes,
  }
  return { request_id: id, status: 'COMPLETED', outputs: [output], metadata }
}

const toErrorResult = (task: Task) =>
  task.status === 'completed' && task.asset
    ? undefined
    : toQueueFailure(getTaskFailure(task), task.status === 'cancelled')

const webhookPattern = /^(?:[a-z]+_)?webhook(?:_url)?$/i

/**
 * Rejects webhooks, which these routes do not support. A client that relies on a webhook would wait
 * forever.
 */
function refuseWebhook(c: C, params: Record<string, unknown>): void {
  const names = [...Object.keys(params), ...Object.keys(c.req.query())]
  const inHeader = [...c.req.raw.headers.keys()].some((name) => name.includes('webhook'))
  if (inHeader || names.some((name) => webhookPattern.test(name))) {
    throw new HttpError('bad_request', 'webhook not supported')
  }
}
