import { z } from 'zod'
import type { HttpError } from '../../errors/http-error.ts'
import { readTask } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { taskFailed, type TaskLook } from '../service/task-provider.ts'
import { sentenceOfCode } from './tripo-errors.ts'
import { ownValue } from '#lib/own-value.ts'

/** Tripo sends amounts with two decimals, sometimes as text. */
const creditsSchema = z
  .union([z.number(), z.string().regex(/^\d{1,9}(?:\.\d{1,4})?$/)])
  .transform(Number)
  .nullish()
  .catch(undefined)
const addressSchema = z.string().optional().catch(undefined)

const taskSchema = z.looseObject({
  data: z.looseObject({
    status: z.string(),
    progress: z.number().min(0).max(100).optional().catch(undefined),
    queuing_num: z.number().optional().catch(undefined),
    output: z
      .looseObject({
        pbr_model: addressSchema,
        model_url: addressSchema,
        model: addressSchema,
        base_model: addressSchema,
        seg_model_url: addressSchema,
        model_urls: z.array(z.string()).optional().catch(undefined),
        riggable: z.boolean().optional().catch(undefined),
      })
      .nullish()
      .catch(undefined),
    error_code: z.coerce.number().int().optional().catch(undefined),
    error_message: z.string().nullish().catch(undefined),
    error_msg: z.string().nullish().catch(undefined),
    credits_consumed: creditsSchema,
  }),
})
type Task = z.infer<typeof taskSchema>['data']

/** Statuses of tasks that failed. A task with the status `unknown` may still be running. */
const ends: Readonly<Record<string, string>> = {
  failed: 'could not make this model; its credits are given back.',
  banned: 'stopped this task because its content filter objected. Its credits are given back.',
  expired: 'no longer has the files of this task. Order it again.',
  cancelled: 'says that this task was cancelled there.',
}

/** @throws {HttpError} the errors of `readTask`, and `TaskFailedError` for a failed task. */
export async function readTripoTask(
  http: ServiceHttp,
  id: string,
  signal: AbortSignal,
): Promise<Task> {
  const path = `/tasks/${encodeURIComponent(id)}`
  const { data: task } = await readTask(http, path, { schema: taskSchema, signal })
  const end = ownValue(ends, task.status)
  if (end !== undefined) throw getEnd(http, task, end)
  return task
}

function getEnd(http: ServiceHttp, task: Task, end: string): HttpError {
  const said = task.error_message ?? task.error_msg ?? ''
  const sentence = task.status === 'failed' ? sentenceOfCode(task.error_code) : undefined
  const isRefunded = task.status === 'failed' || task.status === 'banned'
  return taskFailed(http, said, { sentence: sentence ?? end, isRefunded })
}

/** Reads the state of a task. Each poll returns new links, which expire within minutes. */
export async function lookAtTask(
  http: ServiceHttp,
  id: string,
  signal: AbortSignal,
): Promise<TaskLook> {
  const task = await readTripoTask(http, id, signal)
  if (task.status === 'queued') return { state: 'waiting', ahead: task.queuing_num }
  if (task.status !== 'success') {
    return { state: 'running', progress: task.progress && task.progress / 100 }
  }
  const { output, credits_consumed: cost } = task
  const links = [
    output?.pbr_model,
    output?.model_url,
    output?.model,
    output?.base_model,
    output?.seg_model_url,
    ...(output?.model_urls ?? []),
  ]
  return {
    state: 'done',
    results: links.filter((link): link is string => link !== undefined && link !== ''),
    ...(typeof cost === 'number' && { cost: String(cost) }),
  }
}
