import type { Context } from 'hono'
import type { Task } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { cutText } from '#lib/cut-text.ts'
import { ownAddress } from '../../access/own-origin.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Idempotency } from '../../generation/idempotency.ts'
import type { TaskService } from '../../generation/task-service.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { costsNothing } from '../../ports/generation-provider.ts'
import type { WebhookService } from '../../webhooks/webhook-service.ts'
import { unknownTaskUsd } from '../../spending/task-purchases.ts'

export type TaskOrder = {
  modelId: string
  params: Record<string, unknown>
  /** Content of the request, which must be equal for requests with the same `Idempotency-Key`. */
  content: unknown
  webhookUrl?: unknown
}

/**
 * Creates a task for a program and charges its cost to the program's key.
 * @param key idempotency key. Default: the header `Idempotency-Key`.
 * @throws {HttpError} the errors of `TaskService.create`. `bad_request` or `conflict` for the
 * header `Idempotency-Key`.
 */
export type OrderTask = (c: Context<ApiClientEnv>, order: TaskOrder, key?: string) => Promise<Task>

export type OrderTaskOptions = {
  tasks: TaskService
  catalogue: Pick<Catalogue, 'generation'>
  idempotency: Idempotency
  webhooks?: Pick<WebhookService, 'check' | 'wake'> | undefined
}

export function createOrderTask({
  tasks,
  catalogue,
  idempotency,
  webhooks,
}: OrderTaskOptions): OrderTask {
  return async (c, { modelId, params, content, webhookUrl }, givenKey) => {
    const client = c.get('apiClient')
    const address = ownAddress(c)
    const key = givenKey ?? getIdempotencyKey(c.req.header('idempotency-key'))
    const createTask = async (id: string) => {
      const webhook =
        webhookUrl === undefined || webhookUrl === null
          ? undefined
          : await webhooks?.check({
              url: webhookUrl,
              keyId: client.keyId,
              taskUrl: `${address}/model/v1/generation/task/${id}`,
            })
      const task = await tasks.create(
        { id, modelId, params },
        { ownAddress: address, keyId: client.keyId, webhook },
      )
      if (webhook) webhooks?.wake()
      return task
    }
    const usd = client.isMetered
      ? await priceTask({ tasks, catalogue, signal: c.req.raw.signal }, { modelId, params })
      : 0
    const settle = await client.reserve(usd)
    const create = (id: string) => createTask(id)
    let paidUsd = 0
    try {
      const { task, isNew } =
        key === undefined
          ? { task: await create(newId()), isNew: true }
          : await idempotency.createOnce(
              { scope: client.keyId ?? 'environment', key, content: [modelId, content] },
              create,
            )
      if (isNew) {
        // Uses the estimated price if the real price cannot be read. An error would hide a paid
        // task from the client.
        paidUsd = usd
        paidUsd = (await toldUsd(catalogue, task, c.req.raw.signal)) ?? usd
      }
      return task
    } finally {
      await settle(paidUsd)
    }
  }
}

/**
 * Returns the cost to reserve for a task, in US dollars.
 * @throws {HttpError} the errors of `TaskService.check`.
 */
async function priceTask(
  { tasks, catalogue, signal }: Priced & { tasks: Pick<TaskService, 'check'> },
  order: Pick<TaskOrder, 'modelId' | 'params'>,
): Promise<number> {
  const { model, params } = await tasks.check(order)
  const { provider } = await catalogue.generation(model.id, signal)
  if (costsNothing(provider)) return 0
  return calculatePrice(model.paramSchema, params)?.usd ?? unknownTaskUsd
}

type Priced = { catalogue: Pick<Catalogue, 'generation'>; signal: AbortSignal }

async function toldUsd(
  catalogue: Pick<Catalogue, 'generation'>,
  { modelId, params }: Task,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { model3d } = await catalogue.generation(modelId, signal)
  return calculatePrice(model3d.paramSchema, params)?.usd
}

function getIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new HttpError(
    'bad_request',
    'The header Idempotency-Key must have 1 to 255 visible ASCII characters.',
  )
}

/**
 * Returns the model of a request, from the body or a header.
 * @throws {HttpError} `bad_request` if there is no model, or if body and header contain different
 * models.
 */
export function resolveModel(inBody: string | undefined, inHeader: string | undefined): string {
  if (inBody && inHeader && inBody !== inHeader) {
    throw new HttpError(
      'bad_request',
      `The body asks for the model “${inBody}” and the header X-Model for “${cutText(inHeader, 200)}”. Name one.`,
    )
  }
  const model = inBody || inHeader
  if (!model) {
    throw new HttpError('bad_request', 'model: name a model, in the body or in the header X-Model.')
  }
  return model
}
