import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { CreateTask, Task, TaskList, UsualTimes } from '#contract/tasks.ts'
import { paramsBytesMax, queuedTasksMax, taskSchema } from '#contract/tasks.ts'
import type { Model3d } from '#contract/models.ts'
import { checkParams } from '#lib/params/check-params.ts'
import { HttpError } from '../errors.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { FetchPicture } from '../files/fetch-picture.ts'
import type { FileService } from '../files/file-service.ts'
import { isJsonLongerThan } from '../json/encode-json.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { knownModels } from '../models/known-models.ts'
import type { GenerationProvider } from '../providers/generation-provider.ts'
import { taskEvents, tasks } from '../store/schema.ts'
import { soundItems } from '../sound-items.ts'
import { storedJson } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { followTask, type NumberedTaskEvent } from './follow-task.ts'
import { tidyPictures } from './picture-params.ts'
import type { Queue } from './queue.ts'
import { resolvePictures } from './resolve-pictures.ts'
import type { InspectModel } from './run-task.ts'
import { drawSeeds } from './seeds.ts'
import { currentRequest } from '../seeing/request-context.ts'
import { createPreviews } from './previews.ts'
import { createTaskHub } from './task-hub.ts'
import {
  cancelTask,
  countQueued,
  countQueuedOf,
  findTask,
  listTasks,
  queuePositionOf,
  type TaskRow,
  type TaskWithAsset,
} from './task-rows.ts'
import { toTask } from './task-view.ts'
import { createTaskWorker, type TaskWorkerLimits } from './task-worker.ts'
import { usualTimes } from './usual-times.ts'

type Params = Record<string, unknown>
type Checked = { model: Model3d; params: Params }

type CreateOptions = {
  /** Our own address as the caller sees it; pictures there are read without a request. */
  origin?: string
  /** The key that asks; tasks of one key have places and turns of their own. */
  keyId?: string | undefined
}

/** 3D generations: from the request to the stored model, whatever happens to this process meanwhile. */
export type TaskService = {
  /**
   * Checks a request and queues it. The same id with the same content again gives the same task.
   *
   * @throws {HttpError} `unknown_model`, `invalid_params` with the issues, `too_large`, `conflict` for
   *   another task under this id, `too_many_tasks`, or what a picture's upload throws.
   */
  create: (request: CreateTask, options?: CreateOptions) => Promise<Task>
  /**
   * Checks a request as `create` does, without making anything.
   *
   * @returns its model, and its params with empty ways to name a picture left out.
   * @throws {HttpError} `unknown_model`, or `invalid_params` with the issues.
   */
  check: (request: Pick<CreateTask, 'modelId' | 'params'>) => Promise<Checked>
  find: (id: string) => Promise<Task | undefined>
  list: (limit: number) => Promise<TaskList>
  /** See `usualTimes`. */
  usualTimes: () => Promise<UsualTimes>
  /** A rough GLB of the model that a running task is making, where there is one. */
  preview: (id: string) => Uint8Array | undefined
  /** Ends a task that is queued or running; of one that is over nothing changes. */
  cancel: (id: string) => Promise<Task | undefined>
  /** @throws {HttpError} `not_found`. See `followTask`. */
  follow: (
    id: string,
    options: { after?: number | undefined; signal: AbortSignal },
  ) => Promise<AsyncGenerator<NumberedTaskEvent>>
  /** Goes on with what an earlier process left, and begins to take tasks. */
  start: () => Promise<void>
  /** Takes no more tasks, hands the running ones back to the queue, ends all streams. */
  close: () => Promise<void>
}

export type TaskServiceOptions = {
  store: Store
  queue: Queue
  blobs: BlobStore
  files: FileService
  /** What tasks need to know of all models. */
  catalogue: Pick<Catalogue, 'generation'>
  providers: readonly GenerationProvider[]
  inspect: InspectModel
  limits?: Partial<TaskLimits>
  /** Fetches from the open web unless told otherwise. */
  fetchPicture?: FetchPicture
}

type TaskLimits = TaskWorkerLimits & { queuedMax: number; queuedPerKeyMax: number }

const defaultLimits: TaskLimits = {
  queuedMax: queuedTasksMax,
  queuedPerKeyMax: 25,
  timeoutMs: { default: 15 * 60_000, local: 120_000 },
  closeTimeoutMs: 6_000,
}

/** Clients of a gateway may send params in the form in which they travel there. */
function fromWire({ id, provider }: Model3d, params: Params): Params {
  const name = id.slice(provider.length + 1)
  const wire = Object.hasOwn(knownModels, name) ? knownModels[name]?.wire : undefined
  return wire ? { ...wire.fromWire(params) } : params
}

type NewTask = Pick<TaskRow, 'id' | 'modelId' | 'provider' | 'params' | 'pictureFileId' | 'keyId'>

const findModelTimeoutMs = 15_000

const paramsTooLarge = () => new HttpError('too_large', 'The params have more than 64 KiB.')

export function createTaskService(options: TaskServiceOptions): TaskService {
  const { store, queue, files, catalogue } = options
  const limits = { ...defaultLimits, ...options.limits }
  const hub = createTaskHub()
  const previews = createPreviews()
  const closing = new AbortController()
  const toTaskNow = async (row: TaskWithAsset): Promise<Task> =>
    toTask(
      row,
      row.task.status === 'queued' ? await queuePositionOf(store.db, row.task) : undefined,
    )

  const find = async (id: string): Promise<Task | undefined> => {
    const row = await findTask(store.db, id)
    return row && toTaskNow(row)
  }

  async function check({
    modelId,
    params: given,
  }: Pick<CreateTask, 'modelId' | 'params'>): Promise<Checked> {
    const model = await findModel(modelId)
    const params = await tidyPictures(model.paramSchema, fromWire(model, given))
    const issues = checkParams(model.paramSchema, params)
    if (issues.length > 0) {
      const [first] = issues
      throw new HttpError('invalid_params', first?.message ?? 'The params are wrong.', { issues })
    }
    return { model, params }
  }

  async function create(
    { id, modelId, params: given }: CreateTask,
    { origin, keyId }: CreateOptions = {},
  ): Promise<Task> {
    const { model, params: tidy } = await check({ modelId, params: given })
    const { paramSchema } = model
    const { params, pictures } = await resolvePictures(paramSchema, tidy, {
      files,
      origin,
      ...(options.fetchPicture && { fetchPicture: options.fetchPicture }),
    })
    // Looked at first, because what follows takes long for megabytes of text.
    if (isJsonLongerThan(paramsBytesMax, params)) throw paramsTooLarge()
    const resolved = storedJson(params)
    if (Buffer.byteLength(JSON.stringify(resolved)) > paramsBytesMax) throw paramsTooLarge()
    const made = await insert({
      id,
      modelId: model.id,
      provider: model.provider,
      params: drawSeeds(paramSchema, resolved),
      pictureFileId: pictures[0]?.id ?? null,
      keyId: keyId ?? null,
    })
    if (made) {
      queue.wake(made.provider)
      return toTaskNow({ task: made, asset: null })
    }
    return sameTask({ id, model, resolved })
  }

  /** Row, first event and job together or not at all; `undefined` when the id is taken. */
  const insert = (values: NewTask): Promise<TaskRow | undefined> =>
    store.transaction(async ({ db, executeSql }) => {
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
      // Counted after the insert, so that a retried request finds its task even when the queue is full.
      if ((await countQueued(db)) > limits.queuedMax) {
        throw new HttpError(
          'too_many_tasks',
          `${limits.queuedMax} tasks are waiting already. Wait until some are done.`,
          { retryAfterSeconds: 10 },
        )
      }
      const ownWaiting = await countQueuedOf(db, row.keyId)
      if (row.keyId !== null && ownWaiting > limits.queuedPerKeyMax) {
        throw new HttpError(
          'too_many_tasks',
          `${limits.queuedPerKeyMax} tasks of this key are waiting already. Wait until some are done.`,
          { retryAfterSeconds: 10 },
        )
      }
      await db.insert(taskEvents).values({ taskId: row.id, seq: 1, status: 'queued' })
      // The first of everybody comes before the second of anybody.
      await queue.send(row.provider, row.id, executeSql, { turn: ownWaiting - 1 })
      return row
    })

  /** The task that has this id already, if it was asked for in the same words. */
  async function sameTask({
    id,
    model,
    resolved,
  }: {
    id: string
    model: Model3d
    resolved: Record<string, unknown>
  }): Promise<Task> {
    const known = await findTask(store.db, id)
    const isSame =
      known &&
      known.task.modelId === model.id &&
      isDeepStrictEqual(
        drawSeeds(model.paramSchema, resolved, known.task.params),
        known.task.params,
      )
    if (!isSame) throw new HttpError('conflict', 'Another task has this id already.')
    return toTaskNow(known)
  }

  const findModel = async (modelId: string): Promise<Model3d> =>
    (await catalogue.generation(modelId, AbortSignal.timeout(findModelTimeoutMs))).model3d

  const nameOfModel = async (modelId: string): Promise<string> => {
    try {
      return (await findModel(modelId)).name
    } catch {
      // Its provider does not answer just now; the id says enough.
      return modelId.split('/').at(-1) ?? modelId
    }
  }

  const worker = createTaskWorker({ ...options, hub, previews, limits, nameOfModel })

  return {
    create,
    check,
    find,
    list: async (limit) => {
      const rows = await listTasks(store.db, limit)
      const positions = new Map<string, number>()
      const counts = new Map<string, number>()
      for (const { task } of rows.toReversed()) {
        if (task.status !== 'queued') continue
        const before = counts.get(task.provider) ?? 0
        positions.set(task.id, before)
        counts.set(task.provider, before + 1)
      }
      const all = rows.map((row) => toTask(row, positions.get(row.task.id) ?? 0))
      return { tasks: soundItems(taskSchema, all, 'task') }
    },
    usualTimes: () => usualTimes(store.db),
    cancel: async (id) => {
      const row = await cancelTask(store, id, (task) =>
        task.submittedAt === null
          ? null
          : {
              code: 'interrupted',
              message:
                'Cancelled here. The provider had already been given the task and may bill it all the same.',
            },
      )
      if (row) {
        worker.stop(id)
        hub.allChanged()
      }
      return find(id)
    },
    follow: async (id, { after, signal }) => {
      const [row] = await store.db.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id))
      if (!row) throw new HttpError('not_found', 'This task does not exist.')
      return followTask({ store, hub, previews }, id, {
        after,
        signal: AbortSignal.any([signal, closing.signal]),
      })
    },
    preview: previews.find,
    start: () => worker.start(),
    close: async () => {
      closing.abort()
      await worker.close()
    },
  }
}
