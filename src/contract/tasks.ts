import { serverUrlSchema } from './server-url.ts'
import * as z from 'zod/mini'
import { assetSchema } from './assets.ts'
import { failureSchema } from './errors.ts'
import { idSchema } from './id.ts'
import { model3dSchema } from './models.ts'

/** Maximum size of a task's `params`, in bytes of JSON. */
export const paramsBytesMax = 64 * 1024

/** Body of `POST /api/tasks`. The client chooses the id, so that a retry creates no second task. */
export const createTaskSchema = z.object({
  id: idSchema,
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  params: z.record(z.string(), z.unknown()),
  /** The source asset, only for a follow-up step, whose id is `modelId`. */
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
  /** Name of the current stage, such as `Finding the object`. */
  stage: z.optional(z.string()),
  /** Progress from 0 to 1, never decreasing. Undefined if the provider does not report progress. */
  progress: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  /** Address of a rough GLB while the task runs, only in events. */
  previewUrl: z.optional(serverUrlSchema),
  /** Number of tasks ahead in the queue, only for a queued task. */
  queuePosition: z.optional(z.int().check(z.nonnegative())),
  failure: z.optional(failureSchema),
  asset: z.optional(assetSchema),
  /**
   * Possible cost of a failed or cancelled task. `nothing`: no provider accepted the task,
   * or the provider says that it does not charge for it.
   * `unclear`: a provider received the task and may charge for it.
   */
  cost: z.optional(z.enum(['nothing', 'unclear'])),
  pictureUrl: z.optional(serverUrlSchema),
  createdAt: z.iso.datetime(),
  startedAt: z.optional(z.iso.datetime()),
  finishedAt: z.optional(z.iso.datetime()),
})
export type Task = z.infer<typeof taskSchema>

/**
 * Events of `GET /api/tasks/:id/events`, from `task-state` to `task-end`. SSE ids are increasing
 * numbers, and `Last-Event-ID` resumes the stream after that event.
 */
export const taskEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('task-state'), task: taskSchema }),
  z.object({
    type: z.literal('task-progress'),
    stage: z.optional(z.string()),
    progress: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    previewUrl: z.optional(serverUrlSchema),
  }),
  z.object({ type: z.literal('task-end'), task: taskSchema }),
])
export type TaskEvent = z.infer<typeof taskEventSchema>

export const endsTask = (event: TaskEvent): boolean => event.type === 'task-end'
export const isTaskOver = (status: TaskStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** Response of `GET /api/tasks?limit=`, newest first. Includes all running and queued tasks. */
export const taskListSchema = z.object({ tasks: z.array(taskSchema) })
export type TaskList = z.infer<typeof taskListSchema>

/** Response of `GET /api/tasks/usual`: durations of completed tasks by model. */
export const usualTimesSchema = z.object({
  models: z.array(
    z.object({
      modelId: z.string(),
      runs: z.array(
        z.object({
          params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
          pixels: z.optional(z.number()),
          hasAlpha: z.optional(z.boolean()),
          totalMs: z.number().check(z.nonnegative()),
          /** Milliseconds from the start of each stage to the end of the task. */
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

/**
 * Response of `GET /api/tasks/steps/:assetId`: follow-up steps that the asset's provider can run,
 * described like models.
 */
export const stepListSchema = z.object({ steps: z.array(model3dSchema) })
export type StepList = z.infer<typeof stepListSchema>

/** Maximum number of queued tasks. The server refuses further tasks with `too_many_tasks`. */
export const queuedTasksMax = 100
