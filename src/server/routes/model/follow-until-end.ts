import { isTaskOver, type Task } from '#contract/tasks.ts'

import type { TaskService } from '../../generation/task-service.ts'
import { signalWithin } from '../../process/signal-within.ts'
import type { SendFrame } from '../../http/sse.ts'

/** Maximum wait of one request for a task's end, in milliseconds. The task itself continues. */
export const waitMaxMs = 15 * 60_000

type WaitOptions = { signal: AbortSignal; waitMs?: number | undefined }

/**
 * Waits until the task has ended.
 * @returns `undefined` if the wait timed out or this server is stopping.
 * @throws {HttpError} `not_found`.
 */
export async function untilEnd(
  tasks: TaskService,
  id: string,
  { signal, waitMs = waitMaxMs }: WaitOptions,
): Promise<Task | undefined> {
  const stop = signalWithin(waitMs, signal)
  for await (const { event } of await tasks.follow(id, { signal: stop })) {
    if (event.type === 'task-end') return event.task
  }
  return undefined
}

type ViewTask = (task: Task) => {
  id: string
  created_at: number
  model: string
  status: string
  output?: unknown
}

/**
 * Sends a task's events: `progress`, one `output` with the model file, then `done` with the whole
 * task, even if the task failed. An `error` event means that the wait timed out while the task
 * continues.
 * @param moves from `TaskService.follow`.
 * @param cursor number of outputs that the client already has.
 */
export async function sendMoves(
  send: SendFrame,
  moves: Awaited<ReturnType<TaskService['follow']>>,
  { view, cursor, signal }: { view: ViewTask; cursor: number; signal: AbortSignal },
): Promise<void> {
  let latest: Task | undefined
  for await (const { event } of moves) {
    if (event.type === 'task-progress') {
      if (!latest) continue
      latest = { ...latest, ...event }
    } else latest = event.task
    if (event.type !== 'task-end') {
      if (isTaskOver(latest.status)) continue
      await send({ event: 'progress', data: { ...view(latest), output: [], cursor } })
      continue
    }
    const done = view(event.task)
    const { id, model, output } = done
    if (output !== undefined && cursor < 1) {
      const { created_at } = done
      const chunk = { id, created_at, model, status: 'in_progress', output, cursor: 1 }
      await send({ event: 'output', data: chunk })
    }
    await send({ event: 'done', data: done })
    return
  }
  if (!signal.aborted && latest) await send({ event: 'error', data: waitEnded(latest.id) })
}

export const waitEnded = (id: string) => {
  const message = `The task is still running. Read it at /model/v1/generation/task/${id}.`
  return {
    id,
    status: 'in_progress',
    error: { code: 'SYNC_TIMEOUT', message, error_message: message },
    message,
  }
}
