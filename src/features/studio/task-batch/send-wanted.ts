import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import { maySucceedLater } from '../state/may-succeed-later.ts'
import { idOfQueued, type TaskOutbox } from './outbox.ts'

export type SendOptions = {
  outbox: TaskOutbox
  create: (task: CreateTask) => Promise<Task>
  signal: AbortSignal
  onStarted: (task: Task) => void
  onUnwanted: (task: Task) => void
  onRefused: (task: CreateTask, reason: string) => void
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Milliseconds until a failed request is sent again. They double with each failure. */
export const sendDelaysMs = { first: 1_000, longest: 30_000 }

/**
 * Sends queued tasks one after another until the queue is empty. Waits and retries while the server
 * is full or unreachable. Ids make retries idempotent.
 */
export async function sendWanted(options: SendOptions): Promise<void> {
  const { outbox, create, signal, onStarted, onUnwanted, onRefused, wait } = options
  let delayMs = sendDelaysMs.first
  for (;;) {
    const [first] = outbox.getState().items
    if (!first || signal.aborted) return
    const { task } = first
    try {
      const started = await create(task)
      const isWanted = outbox.getState().items.some((item) => idOfQueued(item) === task.id)
      outbox.getState().taskSettled(task.id)
      delayMs = sendDelaysMs.first
      if (isWanted) onStarted(started)
      else onUnwanted(started)
    } catch (error) {
      if (signal.aborted) return
      if (!maySucceedLater(error)) {
        outbox.getState().taskSettled(task.id)
        onRefused(task, explainError(error))
        continue
      }
      outbox.getState().held(explainError(error))
      await wait(Math.max(delayMs, retryAfterMs(error)), signal)
      delayMs = Math.min(delayMs * 2, sendDelaysMs.longest)
    }
  }
}

const retryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
