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
import { createTolerantList } from './http/tolerant-list.ts'

const listSchema = z.extend(taskListSchema, { tasks: createTolerantList(taskSchema) })

export const toTaskPath = (id: string): string => `/api/tasks/${encodeURIComponent(id)}`

/** Starts a task. A repeated request with the same id returns the existing task. */
export const createTask = (task: CreateTask, signal?: AbortSignal): Promise<Task> =>
  requestJson(taskSchema, '/api/tasks', { method: 'POST', body: task, signal })

export const listSteps = (assetId: string, signal?: AbortSignal): Promise<StepList> =>
  requestJson(stepListSchema, `/api/tasks/steps/${encodeURIComponent(assetId)}`, { signal })

/** Returns the newest tasks and all tasks that have not ended. */
export const listTasks = (limit = 24, signal?: AbortSignal): Promise<TaskList> =>
  requestJson(listSchema, `/api/tasks?limit=${limit}`, { signal })

export const readUsualTimes = (signal?: AbortSignal): Promise<UsualTimes> =>
  requestJson(usualTimesSchema, '/api/tasks/usual', { signal })

/** Cancels a queued or running task. Returns a task that has ended unchanged. */
export const cancelTask = (id: string): Promise<Task> =>
  requestJson(taskSchema, `${toTaskPath(id)}/cancel`, { method: 'POST' })
