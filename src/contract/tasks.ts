import * as z from 'zod/mini'
import { assetSchema } from './assets.ts'
import { failureSchema } from './errors.ts'
import { idSchema } from './id.ts'
import { model3dSchema } from './models.ts'

/** Largest `params` of a task, in bytes of JSON. */
export const paramsBytesMax = 64 * 1024

/** `POST /api/tasks`. The id is the client's, so that a retried request makes no second task. */
export const createTaskSchema = z.object({
  id: idSchema,
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  params: z.record(z.string(), z.unknown()),
  /** Of a follow-up step: the asset that it goes on from, `modelId` being one of its steps. */
  sourceAssetId: z.optional(idSchema),
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
  stage: z.optional(z.string()),
  /** 0 to 1, never going back; absent where the provider tells nothing. */
  progress: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  /** Where a rough GLB is to be had while it runs; known from its events only. */
  previewUrl: z.optional(z.string()),
  /** Tasks before this one in its queue, while queued. */
  queuePosition: z.optional(z.int().check(z.nonnegative())),
  failure: z.optional(failureSchema),
  asset: z.optional(assetSchema),
  /**
   * Of a task that failed or was cancelled: `nothing` when no provider was given it, or the provider
   * refused it; `unclear` when a provider had it and may bill it all the same.
   */
  cost: z.optional(z.enum(['nothing', 'unclear'])),
  /** The first input picture, for showing beside the task. */
  pictureUrl: z.optional(z.string()),
  createdAt: z.iso.datetime(),
  startedAt: z.optional(z.iso.datetime()),
  finishedAt: z.optional(z.iso.datetime()),
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
    stage: z.optional(z.string()),
    progress: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    /** Where a rough GLB is to be had while the task runs. */
    previewUrl: z.optional(z.string()),
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

/** `GET /api/tasks/usual`: how long tasks took here, for each model that has completed any. */
export const usualTimesSchema = z.object({
  models: z.array(
    z.object({
      modelId: z.string(),
      /** The last ones that were completed, the newest first. */
      runs: z.array(
        z.object({
          /** Those that are short. */
          params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
          /** Of the picture, width × height. */
          pixels: z.optional(z.number()),
          /** Whether the picture was cut out already. */
          hasAlpha: z.optional(z.boolean()),
          /** From its begin to its end. */
          totalMs: z.number().check(z.nonnegative()),
          /** From a stage's begin to the task's end. */
          stages: z.array(
            z.object({ stage: z.string(), leftMs: z.number().check(z.nonnegative()) }),
          ),
        }),
      ),
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
