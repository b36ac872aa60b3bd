import { z } from 'zod'
import { assetSchema } from './assets.ts'
import { failureSchema } from './errors.ts'
import { idSchema } from './id.ts'
import { model3dSchema } from './models.ts'

/** Largest `params` of a task, in bytes of JSON. */
export const paramsBytesMax = 64 * 1024

/** `POST /api/tasks`. The id is the client's, so that a retried request makes no second task. */
export const createTaskSchema = z.object({
  id: idSchema,
  modelId: z.string().min(1).max(200),
  params: z.record(z.string(), z.unknown()),
  /** Of a follow-up step: the asset that it goes on from, `modelId` being one of its steps. */
  sourceAssetId: idSchema.optional(),
})
export type CreateTask = z.infer<typeof createTaskSchema>

export const taskStatusSchema = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
export type TaskStatus = z.infer<typeof taskStatusSchema>

export const taskSchema = z.object({
  id: idSchema,
  modelId: z.string(),
  params: z.record(z.string(), z.unknown()),
  status: taskStatusSchema,
  /** Name of what is being done, for a person: `Finding the object`. */
  stage: z.string().optional(),
  /** 0 to 1, never going back; absent where the provider tells nothing. */
  progress: z.number().min(0).max(1).optional(),
  /** Where a rough GLB is to be had while it runs; known from its events only. */
  previewUrl: z.string().optional(),
  /** Tasks before this one in its queue, while queued. */
  queuePosition: z.number().int().nonnegative().optional(),
  failure: failureSchema.optional(),
  asset: assetSchema.optional(),
  /**
   * Of a task that failed or was cancelled: `nothing` when no provider was given it, or the provider
   * refused it; `unclear` when a provider had it and may bill it all the same.
   */
  cost: z.enum(['nothing', 'unclear']).optional(),
  /** The first input picture, for showing beside the task. */
  pictureUrl: z.string().optional(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().optional(),
  finishedAt: z.iso.datetime().optional(),
})
export type Task = z.infer<typeof taskSchema>

/**
 * Events of `GET /api/tasks/:id/events`. Each has an SSE id, a number that grows by one a move; with
 * `Last-Event-ID` the stream goes on after it. The first event is `task-state`, the last `task-end`.
 */
export const taskEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('task-state'), task: taskSchema }),
  z.object({
    type: z.literal('task-progress'),
    stage: z.string().optional(),
    progress: z.number().min(0).max(1).optional(),
    /** Where a rough GLB is to be had while the task runs. */
    previewUrl: z.string().optional(),
  }),
  z.object({ type: z.literal('task-end'), task: taskSchema }),
])
export type TaskEvent = z.infer<typeof taskEventSchema>

export const endsTask = (event: TaskEvent): boolean => event.type === 'task-end'
export const isTaskOver = (status: TaskStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** `GET /api/tasks?limit=`: newest first; running and queued ones always included. */
export const taskListSchema = z.object({ tasks: z.array(taskSchema) })
export type TaskList = z.infer<typeof taskListSchema>

/** `GET /api/tasks/usual`: how long tasks take here, for each model that has completed any. */
export const usualTimesSchema = z.object({
  models: z.array(
    z.object({
      modelId: z.string(),
      /** How many tasks it is the median of: ten at most, the last ones. */
      count: z.number().int().positive(),
      /** From a task's begin to its end. */
      totalMs: z.number().nonnegative(),
      /** From a stage's begin to the task's end. */
      stages: z.array(z.object({ stage: z.string(), leftMs: z.number().nonnegative() })),
    }),
  ),
})
export type UsualTimes = z.infer<typeof usualTimesSchema>
export type UsualTime = UsualTimes['models'][number]

/** `GET /api/tasks/steps/:assetId`: what the service of an asset can do with it next, as models. */
export const stepListSchema = z.object({ steps: z.array(model3dSchema) })
export type StepList = z.infer<typeof stepListSchema>

/** How many tasks may wait at once; beyond that a new one is refused with `too_many_tasks`. */
export const queuedTasksMax = 100
