import * as z from 'zod/mini'
import {
  stepListSchema,
  taskListSchema,
  taskSchema,
  usualTimesSchema,
  type CreateTask,
  type StepList,
  type Task,
  type TaskList,
  type UsualTimes,
} from '#contract/tasks.ts'
import { requestJson } from './http/http.ts'
import { listOf } from './http/list-of.ts'

const listSchema = z.extend(taskListSchema, { tasks: listOf(taskSchema) })

export const pathOf = (id: string): string => `/api/tasks/${encodeURIComponent(id)}`

/** Starts a task. Safe to repeat with the same id: the server then gives the task that it has. */
export const createTask = (task: CreateTask, signal?: AbortSignal): Promise<Task> =>
  requestJson(taskSchema, '/api/tasks', { method: 'POST', body: task, signal })

/** What the service of an asset can do with it next. */
export const listSteps = (assetId: string, signal?: AbortSignal): Promise<StepList> =>
  requestJson(stepListSchema, `/api/tasks/steps/${encodeURIComponent(assetId)}`, { signal })

/** The newest tasks, and every one that is not over yet. */
export const listTasks = (limit = 24, signal?: AbortSignal): Promise<TaskList> =>
  requestJson(listSchema, `/api/tasks?limit=${limit}`, { signal })

/** How long tasks have taken here lately. */
export const readUsualTimes = (signal?: AbortSignal): Promise<UsualTimes> =>
  requestJson(usualTimesSchema, '/api/tasks/usual', { signal })

/** Stops a task, queued or running. One that is over already comes back as it ended. */
export const cancelTask = (id: string): Promise<Task> =>
  requestJson(taskSchema, `${pathOf(id)}/cancel`, { method: 'POST' })
