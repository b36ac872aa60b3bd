import {
  endsTask,
  taskEventSchema,
  taskListSchema,
  taskSchema,
  usualTimesSchema,
  type CreateTask,
  type Task,
  type TaskEvent,
  type TaskList,
  type UsualTimes,
} from '#contract/tasks.ts'
import { ApiError, NetworkError, StreamCutOffError } from './errors.ts'
import { readEvents } from './events.ts'
import { requestEvents, requestJson } from './http.ts'
import { listOf } from './list-of.ts'

const listSchema = taskListSchema.extend({ tasks: listOf(taskSchema) })

const pathOf = (id: string): string => `/api/tasks/${encodeURIComponent(id)}`

/** Starts a task. Safe to repeat with the same id: the server then gives the task that it has. */
export const createTask = (task: CreateTask, signal?: AbortSignal): Promise<Task> =>
  requestJson(taskSchema, '/api/tasks', { method: 'POST', body: task, signal })

/** The newest tasks, and every one that is not over yet. */
export const listTasks = (limit = 24, signal?: AbortSignal): Promise<TaskList> =>
  requestJson(listSchema, `/api/tasks?limit=${limit}`, { signal })

/** How long tasks have taken here lately. */
export const readUsualTimes = (signal?: AbortSignal): Promise<UsualTimes> =>
  requestJson(usualTimesSchema, '/api/tasks/usual', { signal })

/** Stops a task, queued or running. One that is over already comes back as it ended. */
export const cancelTask = (id: string): Promise<Task> =>
  requestJson(taskSchema, `${pathOf(id)}/cancel`, { method: 'POST' })

const firstDelayMs = 500
const longestDelayMs = 15_000

/**
 * Every move of a task until it is over. A lost connection is taken up again where it broke off, as
 * often as it takes: the task goes on without us. Ends quietly when `signal` fires.
 *
 * @param onLost is called with how long until the next try, each time that the connection is lost.
 * @throws {ApiError} when the server says that there is no such task, or that it may not be seen.
 * @throws {UnexpectedAnswerError} when an event breaks the contract.
 */
export async function* followTask(
  id: string,
  signal: AbortSignal,
  onLost: (retryInMs: number) => void = () => {},
): AsyncGenerator<TaskEvent, void, undefined> {
  let lastEventId: string | undefined
  let delayMs = firstDelayMs
  while (!signal.aborted) {
    try {
      const body = await requestEvents(`${pathOf(id)}/events`, { lastEventId, signal })
      for await (const received of readEvents(body, taskEventSchema, endsTask)) {
        lastEventId = received.id
        delayMs = firstDelayMs
        yield received.event
        if (endsTask(received.event)) return
      }
    } catch (error) {
      if (signal.aborted) return
      if (!mayPass(error)) throw error
      onLost(delayMs)
      await wait(delayMs, signal)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }
}

/** Whether trying again later can help. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  return error instanceof NetworkError || error instanceof StreamCutOffError
}

/** Resolves after `ms`, or as soon as `signal` fires. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
