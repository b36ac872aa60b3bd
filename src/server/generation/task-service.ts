import { eq } from 'drizzle-orm'
import type { Failure } from '#contract/errors.ts'
import type { Model3d } from '#contract/models.ts'
import type { CreateTask, Task, TaskList, UsualTimes } from '#contract/tasks.ts'
import { queuedTasksMax, taskSchema } from '#contract/tasks.ts'
import { HttpError } from '../errors/http-error.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { FetchPicture } from '../files/pictures/fetch-picture.ts'
import type { FileService } from '../files/file-service.ts'
import type { Catalogue } from '../models/catalogue.ts'
import type { Providers } from '../ports/providers.ts'
import type { TaskPurchases } from '../spending/task-purchases.ts'
import { tasks } from '../store/schema.ts'
import { validItems } from '../store/valid-items.ts'
import type { Store } from '../store/store.ts'
import {
  checkTask,
  queueTask,
  findModel3d,
  type CheckedTask,
  type CreateTaskOptions,
} from './create-task.ts'
import { streamTaskEvents, type NumberedTaskEvent } from './follow-task.ts'
import type { Queue } from './worker/queue.ts'
import type { InspectModel } from '../ports/inspect-model.ts'
import { listFollowUpSteps } from './follow-up-steps.ts'
import { createPreviews } from './previews.ts'
import { createTaskHub } from './task-hub.ts'
import {
  cancelTaskRow,
  findTask,
  listTaskRows,
  getQueuePosition,
  type TaskWithAsset,
} from './task-rows.ts'
import { toTask } from './task-view.ts'
import { createTaskWorker, type TaskWorkerLimits } from './worker/task-worker.ts'
import { usualTimes } from './usual-times.ts'

/** Generates 3D models, from the request to the stored model. */
export type TaskService = {
  /**
   * Checks a request and queues it. A repeated call with the same id and content returns the same
   * task.
   * @throws {HttpError} `unknown_model`, `invalid_params` with the issues, `too_large`, `conflict`
   * for another task under this id, `too_many_tasks`, `over_quota`, or the error of a picture's
   * upload.
   */
  create: (request: CreateTask, options?: CreateTaskOptions) => Promise<Task>
  /**
   * Checks a request without creating a task.
   * @returns its model, and its params without empty picture references.
   * @throws {HttpError} `unknown_model`, or `invalid_params` with the issues.
   */
  check: (request: Pick<CreateTask, 'modelId' | 'params'>) => Promise<CheckedTask>
  find: (id: string) => Promise<Task | undefined>
  list: (limit: number) => Promise<TaskList>
  usualTimes: () => Promise<UsualTimes>
  preview: (id: string) => Promise<Uint8Array | undefined>
  steps: (assetId: string) => Promise<Model3d[]>
  cancel: (id: string) => Promise<Task | undefined>
  follow: (
    id: string,
    options: { after?: number | undefined; signal: AbortSignal },
  ) => Promise<AsyncGenerator<NumberedTaskEvent>>
  /** Takes over tasks of processes that have stopped. */
  takeUp: () => Promise<void>
  /** Resumes unfinished tasks of the previous process, and starts to run queued tasks. */
  start: () => Promise<void>
  rest: () => Promise<void>
  busyCount: () => number
  close: () => Promise<void>
}

export type TaskServiceOptions = {
  store: Store
  queue: Queue
  blobs: BlobStore
  files: FileService
  catalogue: Pick<Catalogue, 'generation'>
  providers: Providers
  inspect: InspectModel
  limits?: Partial<TaskLimits>
  spending?: TaskPurchases
  takes?: (provider: string) => boolean
  fetchPicture?: FetchPicture
  /** Called after a person's model was stored. */
  made?: (task: { ownerId: string; assetId: string }) => void
}

type TaskLimits = TaskWorkerLimits & { queuedMax: number; queuedPerKeyMax: number }

const defaultLimits: TaskLimits = {
  queuedMax: queuedTasksMax,
  queuedPerKeyMax: 25,
  timeoutMs: { default: 15 * 60_000 },
  closeTimeoutMs: 6_000,
}

export function createTaskService(options: TaskServiceOptions): TaskService {
  const { store, catalogue } = options
  const limits = { ...defaultLimits, ...options.limits }
  const hub = createTaskHub(store.replica.wake)
  const previews = createPreviews(store)
  const closing = new AbortController()
  const toTaskNow = async (row: TaskWithAsset): Promise<Task> =>
    toTask(
      row,
      row.task.status === 'queued' ? await getQueuePosition(store.db, row.task) : undefined,
    )

  const find = async (id: string): Promise<Task | undefined> => {
    const row = await findTask(store.db, id)
    return row && toTaskNow(row)
  }

  const nameOfModel = async (modelId: string): Promise<string> => {
    try {
      return (await findModel3d(catalogue, modelId)).model3d.name
    } catch {
      // The provider does not respond, so the last part of the model's id serves as its name.
      return modelId.split('/').at(-1) ?? modelId
    }
  }

  const worker = createTaskWorker({ ...options, hub, previews, limits, nameOfModel })

  return {
    create: async (request, asked = {}) =>
      toTaskNow(await queueTask({ ...options, limits }, request, asked)),
    check: (request) => checkTask(catalogue, request),
    find,
    list: (limit) => listAll(store, limit),
    usualTimes: () => usualTimes(store.db),
    cancel: async (id) => {
      const row = await cancelTaskRow(store, id, (task) =>
        task.submittedAt === null ? null : cancelledAfterSubmit,
      )
      if (row) {
        worker.stop(id)
        hub.changed(id)
        hub.allChanged()
      }
      return find(id)
    },
    follow: async (id, { after, signal }) => {
      const [row] = await store.db.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id))
      if (!row) throw new HttpError('not_found', 'This task does not exist.')
      return streamTaskEvents({ store, hub, previews }, id, {
        after,
        signal: AbortSignal.any([signal, closing.signal]),
      })
    },
    preview: async (id) => ((await findTask(store.db, id)) ? previews.find(id) : undefined),
    steps: (assetId) => listFollowUpSteps(options, assetId),
    takeUp: () => worker.takeUp(),
    rest: () => worker.rest(),
    busyCount: () => worker.busyCount(),
    start: () => worker.start(),
    close: async () => {
      closing.abort()
      await worker.close()
    },
  }
}

const cancelledAfterSubmit: Failure = {
  code: 'interrupted',
  message:
    'Cancelled here. The task had already been sent to the service, which may still bill it.',
}

async function listAll(store: Store, limit: number): Promise<TaskList> {
  const rows = await listTaskRows(store.db, limit)
  const positions = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { task } of rows.toReversed()) {
    if (task.status !== 'queued') continue
    const before = counts.get(task.provider) ?? 0
    positions.set(task.id, before)
    counts.set(task.provider, before + 1)
  }
  const all = rows.map((row) => toTask(row, positions.get(row.task.id) ?? 0))
  return { tasks: validItems(taskSchema, all, 'task') }
}
