import * as z from 'zod/mini'
import {
  endsTask,
  stepListSchema,
  taskEventSchema,
  taskListSchema,
  taskSchema,
  usualTimesSchema,
  type CreateTask,
  type StepList,
  type Task,
  type TaskEvent,
  type TaskList,
  type UsualTimes,
} from '#contract/tasks.ts'
import { readEvents } from './http/events.ts'
import { requestEvents, requestJson } from './http/http.ts'
import { listOf } from './http/list-of.ts'
import { readOn } from './http/read-on.ts'

const listSchema = z.extend(taskListSchema, { tasks: listOf(taskSchema) })

const pathOf = (id: string): string => `/api/tasks/${encodeURIComponent(id)}`

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

/**
 * Every move of a task until it is over. A lost connection is taken up again where it broke off, as
 * often as it takes: the task goes on without us. Ends quietly when `signal` fires.
 *
 * @param onLost is called with how long until the next try, each time that the connection is lost.
 * @throws {ApiError} when the server says that there is no such task, or that it may not be seen.
 * @throws {UnexpectedAnswerError} when an event breaks the contract.
 */
export function followTask(
  id: string,
  signal: AbortSignal,
  onLost?: (retryInMs: number) => void,
): AsyncGenerator<TaskEvent, void, undefined> {
  let lastEventId: string | undefined
  return readOn(
    async function* () {
      const body = await requestEvents(`${pathOf(id)}/events`, { lastEventId, signal })
      for await (const received of readEvents(body, taskEventSchema, endsTask)) {
        lastEventId = received.id
        yield received.event
      }
    },
    signal,
    onLost,
  )
}
