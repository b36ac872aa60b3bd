import { isDeepStrictEqual } from 'node:util'
import type { Model3d } from '#contract/models.ts'
import { paramsBytesMax, type CreateTask } from '#contract/tasks.ts'
import { checkParams } from '#lib/params/check/check-params.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { HttpError } from '../errors/http-error.ts'
import type { FetchPicture } from '../files/pictures/fetch-picture.ts'
import type { FileService } from '../files/file-service.ts'
import { isJsonLongerThan } from '../json/encode-json.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { costsNothing } from '../ports/generation-provider.ts'
import type { Providers } from '../ports/providers.ts'
import { currentRequest } from '../observability/request-context.ts'
import { taskEvents, tasks } from '../store/schema.ts'
import { storedJson } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { refusePastOrder } from './past-orders.ts'
import { tidyPictures } from './picture-params.ts'
import type { Queue } from './worker/queue.ts'
import { resolvePictures } from './worker/resolve-pictures.ts'
import { findFollowUpStep } from './follow-up-steps.ts'
import type { TaskPurchases } from '../spending/task-purchases.ts'
import { insertDelivery, type NewWebhook } from '../webhooks/webhook-rows.ts'
import { drawSeeds } from './seeds.ts'
import {
  countQueued,
  countQueuedByKey,
  findTask,
  type TaskRow,
  type TaskWithAsset,
} from './task-rows.ts'

type TaskCatalogue = Pick<Catalogue, 'generation'>

export type CreateTaskSources = {
  store: Store
  queue: Queue
  files: FileService
  catalogue: TaskCatalogue
  providers: Pick<Providers, 'generation'>
  fetchPicture?: FetchPicture | undefined
  limits: { queuedMax: number; queuedPerKeyMax: number }
  spending?: TaskPurchases
}

export type CreateTaskOptions = {
  /**
   * This server's origin as the client sees it. Pictures at this origin are read without an HTTP
   * request.
   */
  ownAddress?: string
  /** API key of the request. Each key has its own task limits. */
  keyId?: string | undefined
  webhook?: NewWebhook | undefined
}

export type CheckedTask = { model: Model3d; params: Params }

type NewTask = Pick<
  TaskRow,
  'id' | 'modelId' | 'provider' | 'params' | 'pictureFileId' | 'keyId' | 'source'
>

const findModelTimeoutMs = 15_000

export const findModel3d = (catalogue: TaskCatalogue, modelId: string) =>
  catalogue.generation(modelId, AbortSignal.timeout(findModelTimeoutMs))

/**
 * Checks a request without creating a task.
 * @returns its model, and its params without empty picture references.
 * @throws {HttpError} `unknown_model`, or `invalid_params` with the problems.
 */
export async function checkTask(
  catalogue: TaskCatalogue,
  { modelId, params: given }: Pick<CreateTask, 'modelId' | 'params'>,
): Promise<CheckedTask> {
  const { provider, model: name, model3d: model } = await findModel3d(catalogue, modelId)
  return checkAgainst(model, provider.fromWire?.(name, given) ?? given)
}

async function checkAgainst(model: Model3d, given: Params): Promise<CheckedTask> {
  const params = await tidyPictures(model.paramSchema, given)
  const issues = checkParams(model.paramSchema, params)
  if (issues.length > 0) {
    const [first] = issues
    throw new HttpError('invalid_params', first?.message ?? 'The params are not valid.', { issues })
  }
  return { model, params }
}

/**
 * Checks a request, stores its pictures and queues the task. A repeated call with the same id and
 * content returns the existing task.
 * @throws {HttpError} the errors of `TaskService.create`.
 */
export async function queueTask(
  sources: CreateTaskSources,
  { id, modelId, params: given, sourceAssetId }: CreateTask,
  { ownAddress, keyId, webhook }: CreateTaskOptions,
): Promise<TaskWithAsset> {
  const { store, queue, files, catalogue, fetchPicture } = sources
  // This check is first, because every later error frees the idempotency key for a retry.
  await refusePastOrder(store.db, id)
  const step =
    sourceAssetId === undefined
      ? undefined
      : await findFollowUpStep(sources, sourceAssetId, modelId)
  const { model, params: tidy } = step
    ? await checkAgainst(step.model, given)
    : await checkTask(catalogue, { modelId, params: given })
  const { params, pictures } = await resolvePictures(model.paramSchema, tidy, {
    files,
    ownAddress,
    ...(fetchPicture && { fetchPicture }),
  })
  const resolved = storableParams(params)
  await queue.prepare(model.provider)
  await sources.spending?.prepare()
  const made = await insertTask(sources, model, {
    id,
    modelId: model.id,
    provider: model.provider,
    params: drawSeeds(model.paramSchema, resolved),
    pictureFileId: pictures[0]?.id ?? null,
    keyId: keyId ?? null,
    source: step?.source ?? null,
    webhook,
  })
  if (!made) return findSameTask(store, id, { model, params: resolved, sourceAssetId })
  queue.wake(made.provider)
  return { task: made, asset: null }
}

function storableParams(params: Params): Params {
  if (isJsonLongerThan(paramsBytesMax, params)) throw paramsTooLarge()
  const resolved = storedJson(params)
  if (Buffer.byteLength(JSON.stringify(resolved)) > paramsBytesMax) throw paramsTooLarge()
  return resolved
}

const paramsTooLarge = () => new HttpError('too_large', 'The params are larger than 64 KiB.')

/**
 * Inserts the task's row, first event and queue job in one transaction.
 * @returns `undefined` if the id is taken.
 */
function insertTask(
  { store, queue, limits, spending, providers }: CreateTaskSources,
  model: Model3d,
  { webhook, ...values }: NewTask & Pick<CreateTaskOptions, 'webhook'>,
): Promise<TaskRow | undefined> {
  return store.transaction(async ({ db, executeSql }) => {
    const [row] = await db
      .insert(tasks)
      .values({
        ...values,
        status: 'queued',
        eventSeq: 1,
        createdAt: new Date(),
        requestId: currentRequest()?.requestId ?? null,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) return undefined
    // Tasks are counted after the insert, so that a retried request finds its task even when the
    // queue is full.
    if ((await countQueued(db)) > limits.queuedMax) {
      throw tooMany(`${limits.queuedMax} tasks are already waiting.`)
    }
    const ownWaiting = await countQueuedByKey(db, row.keyId)
    if (row.keyId !== null && ownWaiting > limits.queuedPerKeyMax) {
      throw tooMany(`${limits.queuedPerKeyMax} tasks of this key are already waiting.`)
    }
    await db.insert(taskEvents).values({ taskId: row.id, seq: 1, status: 'queued' })
    if (webhook) await insertDelivery(db, { ...webhook, taskId: row.id, ownerId: row.ownerId })
    const provider = providers.generation().find(({ id }) => id === row.provider)
    await spending?.reserve(db, row, {
      model,
      params: values.params,
      isFree: provider !== undefined && costsNothing(provider),
    })
    // Each person's first task runs before any person's second task, however many API keys a person
    // has.
    const waiting = store.ownership.isStrict ? await countQueued(db) : ownWaiting
    await queue.send({ provider: row.provider, taskId: row.id }, executeSql, { turn: waiting - 1 })
    return row
  })
}

const tooMany = (sentence: string): HttpError =>
  new HttpError('too_many_tasks', `${sentence} Try again when some are done.`, {
    retryAfterSeconds: 10,
  })

async function findSameTask(
  store: Store,
  id: string,
  { model, params, sourceAssetId }: CheckedTask & Pick<CreateTask, 'sourceAssetId'>,
): Promise<TaskWithAsset> {
  const known = await findTask(store.db, id)
  const isSame =
    known &&
    known.task.modelId === model.id &&
    known.task.source?.assetId === sourceAssetId &&
    isDeepStrictEqual(drawSeeds(model.paramSchema, params, known.task.params), known.task.params)
  if (!isSame) throw new HttpError('conflict', 'Another task already has this id.')
  return known
}
