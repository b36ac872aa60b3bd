import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { CreateTask, Task, TaskList } from '#contract/tasks.ts'
import { paramsBytesMax } from '#contract/tasks.ts'
import type { Model3d } from '#contract/models.ts'
import { checkParams } from '#lib/params/check-params.ts'
import { HttpError } from '../errors.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { fetchPicture } from '../files/fetch-picture.ts'
import type { FileService } from '../files/file-service.ts'
import type { Catalogue } from '../models/catalogue.ts'
import type { GenerationProvider } from '../providers/generation-provider.ts'
import { taskEvents, tasks } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { followTask, type NumberedTaskEvent } from './follow-task.ts'
import { tidyPictures } from './picture-params.ts'
import type { Queue } from './queue.ts'
import { queueAgain, recoverTasks } from './recover-tasks.ts'
import { resolvePictures } from './resolve-pictures.ts'
import { runTask, TaskStoppedError, type InspectModel, type StopReason } from './run-task.ts'
import { drawSeeds } from './seeds.ts'
import { storableParams } from './storable-params.ts'
import { createTaskHub } from './task-hub.ts'
import {
  cancelTask,
  claimTask,
  countQueued,
  failLeftTask,
  findTask,
  listTasks,
  queuePositionOf,
  type TaskRow,
  type TaskWithAsset,
} from './task-rows.ts'
import { toTask } from './task-view.ts'

/** 3D generations: from the request to the stored model, whatever happens to this process meanwhile. */
export type TaskService = {
  /**
   * Checks a request and queues it. The same id with the same content again gives the same task.
   *
   * @param origin our own address as the caller sees it; pictures there are read without a request.
   * @throws {HttpError} `unknown_model`, `invalid_params` with the issues, `too_large`, `conflict` for
   *   another task under this id, `too_many_tasks`, or what a picture's upload throws.
   */
  create: (request: CreateTask, options?: { origin?: string }) => Promise<Task>
  find: (id: string) => Promise<Task | undefined>
  list: (limit: number) => Promise<TaskList>
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
  /** For tests. */
  fetchPicture?: typeof fetchPicture
}

type TaskLimits = {
  queuedMax: number
  /** Longest time from a task's begin to its end, by provider; `default` for the others. */
  timeoutMs: Record<string, number> & { default: number }
  /** How long `close` waits for tasks to let go. */
  closeTimeoutMs: number
}

const defaultLimits: TaskLimits = {
  queuedMax: 100,
  timeoutMs: { default: 15 * 60_000, local: 120_000 },
  closeTimeoutMs: 6_000,
}

type NewTask = Pick<TaskRow, 'id' | 'modelId' | 'provider' | 'params' | 'pictureFileId'>

const tendIntervalMs = 30_000
const findModelTimeoutMs = 15_000

export function createTaskService(options: TaskServiceOptions): TaskService {
  const { store, queue, files, catalogue } = options
  const limits = { ...defaultLimits, ...options.limits }
  const providers = new Map(options.providers.map((provider) => [provider.id, provider]))
  const hub = createTaskHub()
  const closing = new AbortController()
  const running = new Map<string, AbortController>()
  const handlers = new Map<string, Promise<void>>()
  let tending: NodeJS.Timeout | undefined

  const changed = (taskId: string) => {
    hub.changed(taskId)
    hub.allChanged()
  }
  const toTaskNow = async (row: TaskWithAsset): Promise<Task> =>
    toTask(
      row,
      row.task.status === 'queued' ? await queuePositionOf(store.db, row.task) : undefined,
    )

  const find = async (id: string): Promise<Task | undefined> => {
    const row = await findTask(store.db, id)
    return row && toTaskNow(row)
  }

  async function create(
    { id, modelId, params: given }: CreateTask,
    { origin }: { origin?: string } = {},
  ): Promise<Task> {
    const model = await findModel(modelId)
    const { paramSchema } = model
    const tidy = await tidyPictures(paramSchema, given)
    const issues = checkParams(paramSchema, tidy)
    if (issues.length > 0) {
      const [first] = issues
      throw new HttpError('invalid_params', first?.message ?? 'The params are wrong.', { issues })
    }
    const { params, pictures } = await resolvePictures(paramSchema, tidy, {
      files,
      origin,
      ...(options.fetchPicture && { fetchPicture: options.fetchPicture }),
    })
    const resolved = storableParams(params)
    if (Buffer.byteLength(JSON.stringify(resolved)) > paramsBytesMax) {
      throw new HttpError('too_large', 'The params have more than 64 KiB.')
    }
    const made = await insert({
      id,
      modelId: model.id,
      provider: model.provider,
      params: drawSeeds(paramSchema, resolved),
      pictureFileId: pictures[0]?.id ?? null,
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
        .values({ ...values, status: 'queued', eventSeq: 1, createdAt: new Date() })
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
      await db.insert(taskEvents).values({ taskId: row.id, seq: 1, status: 'queued' })
      await queue.send(row.provider, row.id, executeSql)
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

  async function handle(taskId: string): Promise<void> {
    const row = await claimTask(store, taskId)
    if (!row) return
    const provider = providers.get(row.provider)
    if (!provider) {
      // Queues exist only for providers that are there, so this is a row that somebody changed.
      await failLeftTask(store, row.id, { code: 'internal', message: 'The provider is unknown.' })
      return changed(row.id)
    }
    const stop = new AbortController()
    const abort = (reason: StopReason) => stop.abort(new TaskStoppedError(reason))
    const timeoutMs = limits.timeoutMs[row.provider] ?? limits.timeoutMs.default
    const timer = setTimeout(() => abort('timed-out'), timeoutMs)
    const closed = () => abort('closing')
    closing.signal.addEventListener('abort', closed)
    if (closing.signal.aborted) closed()
    running.set(row.id, stop)
    changed(row.id)
    try {
      const isOver = await runTask({ ...options, nameOfModel, changed }, row, provider, stop.signal)
      if (!isOver) await giveBack(row)
    } finally {
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', closed)
      running.delete(row.id)
      changed(row.id)
    }
  }

  async function giveBack(row: TaskRow): Promise<void> {
    try {
      await queueAgain(store, queue, row, { isOwnFault: false })
    } catch (error) {
      // The next start finds it running and without a worker, and does the same.
      console.error('A task could not be handed back.', error)
    }
  }

  /**
   * Finds tasks that nobody works on although somebody could: their job was taken and then the store
   * failed, say. Without this they would wait for the next start.
   */
  async function tend(): Promise<void> {
    try {
      await recoverTasks({ store, queue, providers, isHeld: ({ id }) => handlers.has(id) })
    } catch (error) {
      console.error('Waiting tasks could not be looked through.', error)
    }
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

  return {
    create,
    find,
    list: async (limit) => {
      const rows = await listTasks(store.db, limit)
      const queued = rows.filter(({ task }) => task.status === 'queued').toReversed()
      return {
        tasks: rows.map((row) => {
          const { task } = row
          const before = queued.slice(0, queued.indexOf(row))
          return toTask(row, before.filter((other) => other.task.provider === task.provider).length)
        }),
      }
    },
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
        running.get(id)?.abort(new TaskStoppedError('cancelled'))
        changed(id)
      }
      return find(id)
    },
    follow: async (id, { after, signal }) => {
      const [row] = await store.db.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id))
      if (!row) throw new HttpError('not_found', 'This task does not exist.')
      return followTask({ store, hub }, id, {
        after,
        signal: AbortSignal.any([signal, closing.signal]),
      })
    },
    start: async () => {
      await recoverTasks({ store, queue, providers })
      for (const provider of providers.values()) {
        queue.consume(provider.id, provider.concurrency, async (taskId) => {
          const handler = handle(taskId)
          handlers.set(taskId, handler)
          try {
            await handler
          } finally {
            handlers.delete(taskId)
          }
        })
      }
      tending = setInterval(() => void tend(), tendIntervalMs)
      tending.unref()
    },
    close: async () => {
      clearInterval(tending)
      closing.abort()
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, limits.closeTimeoutMs).unref()
      })
      await Promise.race([Promise.allSettled(handlers.values()), timeout])
      await queue.close()
    },
  }
}
